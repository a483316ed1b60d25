import type { ParameterMapping } from '#shared/dashboards/parameter-mappings.ts'
import { t } from '#shared/messages/translate.ts'
import { parameterLabel, type StoredParameter } from '#shared/parameters/detect-parameters.ts'
import { isDateRangeType, isDateType } from '#shared/parameters/dynamic-dates.ts'
import { dynamicName } from '#shared/parameters/dynamic-names.ts'
import { normalizeValue } from '#shared/parameters/normalize-value.ts'
import { displayDates } from '#web/parameters/date-format.ts'

/** The sources of a parameter's value that the dialog offers. */
export type ValueSource = 'new-dashboard' | 'existing-dashboard' | 'widget' | 'static'

/** A parameter of a widget's query while its mapping is edited. */
export interface EditedMapping {
  /** as defined by its query */
  parameter: StoredParameter
  source: ValueSource
  /** name of the dashboard's parameter; ignored for other sources */
  keyword: string
  title: string
  /** value of a static parameter */
  value: unknown
}

/** See docs/reference/stored-parameters.md#mapping-editor. */
export const maxTitleLength = 100

/** The stored mappings as an editable form. `existing`: the dashboard's current parameters, including this widget's. */
export function editedMappings(
  parameters: readonly StoredParameter[],
  mappings: readonly ParameterMapping[],
  existing: readonly StoredParameter[],
): EditedMapping[] {
  return parameters.map((parameter) => {
    const mapping = mappings.find(({ name }) => name === parameter.name)
    const keyword = mapping?.mapTo ?? parameter.name
    const own = { parameter, keyword, title: mapping?.title || parameterLabel(parameter), value: null }
    if (mapping?.type === 'static-value') return { ...own, source: 'static', value: mapping.value ?? null }
    if (mapping?.type !== 'dashboard-level') return { ...own, source: 'widget' }
    const shared = existing.find(({ name }) => name === keyword)
    if (shared === undefined) return { ...own, source: 'new-dashboard' }
    return { ...own, source: 'existing-dashboard', title: parameterLabel(shared) }
  })
}

/**
 * Mappings for a new widget: a parameter that the dashboard has is shared; any other becomes a new dashboard parameter
 * with the same name, or another name if a parameter of a different type has it.
 */
export function suggestedMappings(
  parameters: readonly StoredParameter[],
  existing: readonly StoredParameter[],
): EditedMapping[] {
  return parameters.map((parameter) => {
    const own = { parameter, keyword: parameter.name, title: parameterLabel(parameter), value: null }
    const shared = existing.find(({ name }) => name === parameter.name)
    if (shared === undefined) return { ...own, source: 'new-dashboard' }
    if (shared.type === parameter.type) {
      return { ...own, source: 'existing-dashboard', title: parameterLabel(shared) }
    }
    const taken = [...existing, ...parameters].map(({ name }) => name)
    return { ...own, source: 'new-dashboard', keyword: freeName(parameter.name, taken) }
  })
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number++) {
    const free = `${name}_${number}`
    if (!taken.includes(free)) return free
  }
}

/** The dashboard's parameters that this one can share: those of the same type. */
export function sharable(
  { type }: StoredParameter,
  existing: readonly StoredParameter[],
): readonly StoredParameter[] {
  return existing.filter((one) => one.type === type)
}

/**
 * Changes the source. A static value starts as the parameter's own; other sources have none
 * (docs/reference/stored-parameters.md#mapping-editor).
 */
export function withSource(
  mapped: EditedMapping,
  source: ValueSource,
  existing: readonly StoredParameter[],
): EditedMapping {
  if (source === mapped.source) return mapped
  const { parameter } = mapped
  switch (source) {
    case 'static':
      return { ...mapped, source, value: normalizeValue(parameter, parameter.value) }
    case 'existing-dashboard': {
      const choices = sharable(parameter, existing)
      const shared = choices.find(({ name }) => name === mapped.keyword) ?? choices[0]
      const next = { ...mapped, source, value: null }
      return shared === undefined ? next : withKeyword(next, shared.name, existing)
    }
    case 'new-dashboard': {
      const taken = existing.map(({ name }) => name)
      const keyword = taken.includes(mapped.keyword) ? freeName(parameter.name, taken) : mapped.keyword
      return { ...mapped, source, value: null, keyword }
    }
    case 'widget':
      return { ...mapped, source, value: null, keyword: parameter.name }
  }
}

/** Changes the keyword. A shared parameter brings its title along. */
export function withKeyword(
  mapped: EditedMapping,
  keyword: string,
  existing: readonly StoredParameter[],
): EditedMapping {
  const shared = mapped.source === 'existing-dashboard' && existing.find(({ name }) => name === keyword)
  return { ...mapped, keyword, title: shared ? parameterLabel(shared) : mapped.title }
}

/** Replaces one mapping. The widget's other mappings to the same dashboard parameter get the same title. */
export function withMapped(all: readonly EditedMapping[], changed: EditedMapping): EditedMapping[] {
  return all.map((one) => {
    if (one.parameter.name === changed.parameter.name) return changed
    const isShared =
      changed.source === 'existing-dashboard' &&
      one.source === 'existing-dashboard' &&
      one.keyword === changed.keyword
    return isShared ? { ...one, title: changed.title } : one
  })
}

/** Why this mapping cannot be saved; null: it is valid. */
export function mappingProblem(
  mapped: EditedMapping,
  all: readonly EditedMapping[],
  existing: readonly StoredParameter[],
): string | null {
  const keyword = mapped.keyword.trim()
  if (mapped.source !== 'new-dashboard') return null
  if (keyword === '') return t('Keyword must have a value')
  const others = all.filter(
    (one) => one.source === 'new-dashboard' && one.parameter.name !== mapped.parameter.name,
  )
  const taken = [...existing.map(({ name }) => name), ...others.map((one) => one.keyword.trim())]
  return taken.includes(keyword) ? t('A parameter with this name already exists') : null
}

export function areMappingsValid(
  all: readonly EditedMapping[],
  existing: readonly StoredParameter[],
): boolean {
  return all.every((one) => mappingProblem(one, all, existing) === null)
}

/** The mappings in stored form, by the name of the query's parameter. */
export function storedMappings(all: readonly EditedMapping[]): Record<string, ParameterMapping> {
  return Object.fromEntries(all.map((one) => [one.parameter.name, storedMapping(one)]))
}

function storedMapping({ parameter, source, keyword, title, value }: EditedMapping): ParameterMapping {
  const own = title.trim() === parameterLabel(parameter) ? '' : title.trim()
  const { name } = parameter
  switch (source) {
    case 'static':
      return { name, type: 'static-value', mapTo: name, value, title: '' }
    case 'widget':
      return { name, type: 'widget-level', mapTo: name, value: null, title: own }
    default:
      return { name, type: 'dashboard-level', mapTo: keyword.trim(), value: null, title: own }
  }
}

/** Changed titles of parameters that other widgets may share, by keyword. */
export function changedTitles(
  all: readonly EditedMapping[],
  existing: readonly StoredParameter[],
): Map<string, string> {
  const changed = new Map<string, string>()
  for (const { source, keyword, title } of all) {
    const shared = source === 'existing-dashboard' && existing.find(({ name }) => name === keyword)
    if (shared && title.trim() !== parameterLabel(shared)) changed.set(keyword, title.trim())
  }
  return changed
}

/** The mappings of another widget with the changed titles; null: nothing changes. */
export function retitledMappings(
  mappings: readonly ParameterMapping[],
  titles: ReadonlyMap<string, string>,
): Record<string, ParameterMapping> | null {
  const next = mappings.map((mapping) => {
    const title = mapping.type === 'dashboard-level' ? titles.get(mapping.mapTo) : undefined
    return title === undefined || title === mapping.title ? mapping : { ...mapping, title }
  })
  const isSame = next.every((mapping, at) => mapping === mappings[at])
  return isSame ? null : Object.fromEntries(next.map((mapping) => [mapping.name, mapping]))
}

/** The initial value of the widget as text; empty if there is none. */
export function defaultValueText(
  mapped: EditedMapping,
  existing: readonly StoredParameter[],
  dateFormat: string,
): string {
  const { parameter, source, keyword, value } = mapped
  if (source === 'static') return valueText(parameter.type, value, dateFormat)
  const shared = source === 'existing-dashboard' && existing.find(({ name }) => name === keyword)
  const own = shared ? shared.value : normalizeValue(parameter, parameter.value)
  return valueText(parameter.type, own, dateFormat)
}

/** Formats dates as the organization does, dynamic dates by name, ranges as `start ~ end`, lists with commas. */
export function valueText(type: string, value: unknown, dateFormat: string): string {
  if (value === null || value === undefined) return ''
  const name = dynamicName(type, value)
  if (name !== null) return name
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value !== 'object') return dateText(type, value, dateFormat)
  const { start, end } = value as { start?: unknown; end?: unknown }
  if (start === undefined || end === undefined) return JSON.stringify(value)
  return `${dateText(type, start, dateFormat)} ~ ${dateText(type, end, dateFormat)}`
}

/** Invalid stored dates stay unchanged. */
function dateText(type: string, value: unknown, dateFormat: string): string {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)
  return isDate && (isDateType(type) || isDateRangeType(type))
    ? displayDates(type, value, dateFormat)
    : String(value)
}

/** The label of a value's source in the table. */
export function sourceText({ source, keyword }: EditedMapping): string {
  switch (source) {
    case 'new-dashboard':
    case 'existing-dashboard':
      return t('Dashboard {keyword}', { keyword })
    case 'widget':
      return t('Widget parameter')
    case 'static':
      return t('Static value')
  }
}
