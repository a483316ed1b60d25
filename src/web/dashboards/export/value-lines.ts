import { t } from '#shared/messages/translate.ts'
import { parameterLabel, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { dynamicName } from '#shared/parameters/dynamic-names.ts'
import { parameterValues } from '#shared/parameters/stored-parameters.ts'
import { isSameChoice, type ResultFilter } from '#shared/results/filters.ts'
import { displayDates } from '#web/parameters/date-format.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import { type DateFormats, filterLabel } from '#web/visualizations/filter-label.ts'

/** Maximum listed values of a parameter or filter; the rest are counted. */
const maxNamed = 10
/** Maximum wait for the names of list values; milliseconds. */
const patience = 5000

interface ShownValues {
  /** with the values that the widgets show */
  parameters: readonly StoredParameter[]
  filters: readonly ResultFilter[]
  formats: DateFormats
  /** looks up the names of list values */
  dropdowns: DropdownSource
}

/** The lines of an image's heading: parameters on one, chosen filters on the next. */
export async function valueLines({
  parameters,
  filters,
  formats,
  dropdowns,
}: ShownValues): Promise<string[]> {
  const given = parameterValues(parameters)
  const named = parameters.map(async (parameter) =>
    factOf(parameterLabel(parameter), await namesOf(parameter, given, formats, dropdowns)),
  )
  const chosen = filters.flatMap((filter) => {
    const { current, values, multiple, column, friendlyName } = filter
    // the filter excludes nothing
    if (multiple && isSameChoice(filter, { ...filter, current: values })) return []
    const names = listOf(current).map((value) => filterLabel(value, column.type, formats))
    return factOf(friendlyName, names)
  })
  return [(await Promise.all(named)).join(' · '), chosen.join(' · ')].filter((line) => line !== '')
}

function factOf(label: string, names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(', ')
  const rest = names.length - maxNamed
  const values = rest > 0 ? t('{values} and {count} more', { values: shown, count: String(rest) }) : shown
  return t('{name}: {value}', { name: label, value: values === '' ? '–' : values })
}

async function namesOf(
  { type, value, queryId }: StoredParameter,
  given: Readonly<Record<string, unknown>>,
  { dateFormat }: DateFormats,
  dropdowns: DropdownSource,
): Promise<string[]> {
  const dynamic = dynamicName(type, value)
  if (dynamic !== null) return [dynamic]
  const plain = listOf(value).map(String)
  if (type.startsWith('date')) return [displayDates(type, value, dateFormat)].filter((text) => text !== '')
  if (type !== 'query' || typeof queryId !== 'number' || plain.length === 0) return plain
  try {
    const request = { parameters: { ...given }, values: plain.slice(0, maxNamed), limit: 1 }
    const { selected } = await dropdowns.search(queryId, request, AbortSignal.timeout(patience))
    const names = new Map(selected.map(({ name, value: one }) => [String(one), String(name)] as const))
    return plain.map((one) => names.get(one) ?? one)
  } catch {
    // fall back to the values themselves
    return plain
  }
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === null || value === undefined || value === '' ? [] : [value]
}
