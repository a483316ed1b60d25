import { t } from '../messages/translate.ts'
import { joinLists } from './bind-parameters.ts'
import { enumOptions } from './check-value.ts'
import { detectParameterNames, type StoredParameter } from './detect-parameters.ts'
import { isDateRangeType } from './dynamic-dates.ts'
import { enumChoices, normalizeValue } from './normalize-value.ts'

/** Types in the order of the editor, with its labels (docs/reference/stored-parameters.md#parameter-types). */
export const parameterTypes = [
  { type: 'text', label: t('Text') },
  { type: 'text-pattern', label: t('Text Pattern') },
  { type: 'number', label: t('Number') },
  { type: 'enum', label: t('Dropdown List') },
  { type: 'query', label: t('Query Based Dropdown List') },
  { type: 'date', label: t('Date') },
  { type: 'datetime-local', label: t('Date and Time') },
  { type: 'datetime-with-seconds', label: t('Date and Time (with seconds)') },
  { type: 'date-range', label: t('Date Range') },
  { type: 'datetime-range', label: t('Date and Time Range') },
  { type: 'datetime-range-with-seconds', label: t('Date and Time Range (with seconds)') },
] as const

/** The state of the parameter dialog. */
export interface ParameterForm {
  keyword: string
  /** null until edited: derived from the keyword */
  title: string | null
  type: string
  regex: string
  /** one value per line */
  enumText: string
  queryId: number | null
  /** null: one value */
  multi: MultiValues | null
}

export interface MultiValues {
  prefix: string
  suffix: string
  separator: string
}

/** The form of a stored parameter of any age, or of a new one. An unknown type counts as text. */
export function parameterForm(parameter: StoredParameter | null): ParameterForm {
  const { regex, queryId, multiValuesOptions }: Partial<StoredParameter> = parameter ?? {}
  const type = parameterTypes.find((known) => known.type === parameter?.type)?.type ?? 'text'
  return {
    keyword: parameter?.name ?? '',
    title: parameter === null || parameter.title === '' ? null : parameter.title,
    type,
    regex: typeof regex === 'string' ? regex : '',
    enumText: parameter === null ? '' : enumOptions(parameter).join('\n'),
    queryId: typeof queryId === 'number' ? queryId : null,
    multi: readMultiValues(multiValuesOptions),
  }
}

function readMultiValues(options: unknown): MultiValues | null {
  if (typeof options !== 'object' || options === null) return null
  const text = (key: keyof MultiValues, fallback: string): string => {
    const value: unknown = Reflect.get(options, key)
    return typeof value === 'string' ? value : fallback
  }
  return { prefix: text('prefix', ''), suffix: text('suffix', ''), separator: text('separator', ',') }
}

/** Prefix and suffix of each value of a list, by label in the dialog. */
export const quotations = [
  { sign: '', label: t('None (default)') },
  { sign: "'", label: t('Single Quotation Mark') },
  { sign: '"', label: t('Double Quotation Mark') },
] as const

/** The quotation of each value; null for a stored pair that the dialog does not offer. */
export function quotationOf({ prefix, suffix }: MultiValues): string | null {
  return quotations.find(({ sign }) => prefix === sign && suffix === sign)?.sign ?? null
}

export function withQuotation(multi: MultiValues | null, sign: string): MultiValues {
  return { prefix: sign, suffix: sign, separator: multi?.separator ?? ',' }
}

/** `my_param` -> `My param`, `userId` -> `User id` (docs/reference/stored-parameters.md#detection). */
export function titleOfKeyword(keyword: string): string {
  const words = keyword
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const title = words.join(' ').toLowerCase()
  return title.charAt(0).toUpperCase() + title.slice(1)
}

export function formTitle({ title, keyword }: ParameterForm): string {
  return title ?? titleOfKeyword(keyword.trim())
}

/** Why a keyword cannot be used; null if it can. */
export function keywordProblem(keyword: string, takenNames: readonly string[]): string | null {
  const name = keyword.trim()
  if (name === '') return t('Choose a keyword for this parameter')
  if (takenNames.includes(name)) return t('Parameter with this name already exists')
  // names that the parser would not read back unchanged
  const found = detectParameterNames(`{{ ${name} }}`)
  if (found?.length !== 1 || found[0] !== name || name === '.' || name === '__proto__') {
    return t('This keyword can not be used: take letters, digits and underscores')
  }
  return null
}

/** null for an invalid pattern. */
export function isRegex(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}

/**
 * Save is disabled without a title, with an invalid keyword or pattern, and for a query-based list without its query.
 */
export function isFormValid(form: ParameterForm, isNew: boolean, takenNames: readonly string[]): boolean {
  if (formTitle(form).trim() === '') return false
  if (isNew && keywordProblem(form.keyword, takenNames) !== null) return false
  if (form.type === 'query' && form.queryId === null) return false
  return form.type !== 'text-pattern' || isRegex(form.regex)
}

/** Keys that only some types have. */
const ownKeys: Readonly<Record<string, readonly string[]>> = {
  'text-pattern': ['regex'],
  enum: ['enumOptions', 'multiValuesOptions'],
  query: ['queryId', 'multiValuesOptions'],
}
const dateKeys = ['useCurrentDateTime']

/**
 * The parameter to store. Keys that were not edited stay, known or unknown; keys of another type are dropped, and the
 * value is converted to the new type.
 */
export function parameterOfForm(form: ParameterForm, stored: StoredParameter | null): StoredParameter {
  const before = parameterForm(stored)
  const base: StoredParameter = {
    ...(stored ?? { value: null, global: false }),
    title: formTitle(form).trim(),
    name: stored?.name ?? form.keyword.trim(),
    type: stored !== null && form.type === before.type ? stored.type : form.type,
    value: stored?.value ?? null,
    global: stored?.global ?? false,
  }
  const isOtherType = stored === null || form.type !== before.type
  const changed: StoredParameter = { ...base, ...fieldsOfType(form, before, isOtherType) }
  if (!isOtherType) return changed
  for (const key of keysOfOtherTypes(form.type)) delete changed[key]
  return { ...changed, value: normalizeValue(changed, changed.value) }
}

function fieldsOfType(form: ParameterForm, before: ParameterForm, isOtherType: boolean) {
  const fields: Record<string, unknown> = {}
  const isTouched = (key: 'regex' | 'enumText' | 'queryId' | 'multi') =>
    isOtherType || JSON.stringify(form[key]) !== JSON.stringify(before[key])
  if (form.type === 'text-pattern' && isTouched('regex')) fields.regex = form.regex
  if (form.type === 'enum' && isTouched('enumText')) fields.enumOptions = form.enumText
  if (form.type === 'query' && isTouched('queryId')) fields.queryId = form.queryId
  if (isListType(form.type) && isTouched('multi')) fields.multiValuesOptions = form.multi
  return fields
}

function keysOfOtherTypes(type: string): string[] {
  const kept = type.startsWith('date') ? dateKeys : (ownKeys[type] ?? [])
  return [...Object.values(ownKeys).flat(), ...dateKeys].filter((key) => !kept.includes(key))
}

/** Types with options, which may allow several values. */
export function isListType(type: string): boolean {
  return type === 'enum' || type === 'query'
}

/** The text to insert at the cursor. */
export function insertText(parameter: Pick<StoredParameter, 'name' | 'type'>): string {
  const { name, type } = parameter
  return isDateRangeType(type) ? `{{ ${name}.start }} {{ ${name}.end }}` : `{{ ${name} }}`
}

/** The text that replaces a parameter with several values in the query; null for other parameters. */
export function listPreview(form: ParameterForm): string | null {
  if (!isListType(form.type) || form.multi === null) return null
  const parameter = parameterOfForm(form, null)
  const choices = form.type === 'enum' ? enumChoices(parameter).slice(0, 2) : []
  const values = choices.length > 0 ? choices : ['value 1', 'value 2']
  return String(joinLists([parameter], { [parameter.name]: values })[parameter.name])
}

/**
 * The parameters of a dropdown query: those that get values of the page by name, and those that keep their saved
 * values.
 */
export function dropdownFeeds(
  dropdownParameters: readonly StoredParameter[],
  pageNames: readonly string[],
  ownName: string,
): { fed: string[]; saved: string[] } {
  const isFed = ({ name }: StoredParameter) => name !== ownName && pageNames.includes(name)
  return {
    fed: dropdownParameters.filter(isFed).map(({ name }) => name),
    saved: dropdownParameters.filter((parameter) => !isFed(parameter)).map(({ name }) => name),
  }
}

/** Replaces this definition, or appends it. */
export function withParameter(
  definitions: readonly StoredParameter[],
  parameter: StoredParameter,
): StoredParameter[] {
  const isKnown = definitions.some(({ name }) => name === parameter.name)
  if (!isKnown) return [...definitions, parameter]
  return definitions.map((one) => (one.name === parameter.name ? parameter : one))
}
