import { storedFields, storedTexts } from './stored-fields.ts'
import { readWidgetOptions } from './widget-options.ts'

export interface DashboardTab {
  id: string
  name: string
}

export interface DashboardOptions {
  /** names of the dashboard's parameters; unlisted parameters follow */
  globalParamOrder: string[]
  /** values that were saved with Done Editing */
  parameters: { name: string; value: unknown }[]
  /** empty: the dashboard is one grid */
  tabs: DashboardTab[]
}

/** Reads stored options of any version and ignores invalid ones. Never throws. */
export function readDashboardOptions(options: Readonly<Record<string, unknown>>): DashboardOptions {
  const { globalParamOrder, parameters, tabs } = storedFields(options)
  return {
    globalParamOrder: storedTexts(globalParamOrder),
    parameters: firstOfEach(storedList(parameters), 'name').map(([name, { value }]) => ({
      name,
      value: value ?? null,
    })),
    tabs: firstOfEach(storedList(tabs), 'id').map(([id, { name }]) => ({
      id,
      name: typeof name === 'string' && name.trim() !== '' ? name : id,
    })),
  }
}

type Fields = Readonly<Record<string, unknown>>

function storedList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(storedFields) : []
}

function firstOfEach(list: readonly Fields[], key: string): [text: string, fields: Fields][] {
  const found = new Map<string, Fields>()
  for (const fields of list) {
    const text = fields[key]
    if (typeof text === 'string' && text !== '' && !found.has(text)) found.set(text, fields)
  }
  return [...found]
}

/** The id of the tab that holds a widget: the first one unless its options name another; null without tabs. */
export function tabOfWidget(
  options: Readonly<Record<string, unknown>>,
  tabs: readonly DashboardTab[],
): string | null {
  const { tab } = readWidgetOptions(options)
  return (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id ?? null
}
