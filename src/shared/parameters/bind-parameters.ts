import type { StoredParameter } from '../queries/detect-parameters.ts'
import { isValidValue, takesSeveral } from './check-value.ts'
import { isDateRangeType, isDateType, resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'
import { affixesOf, definitionsByName, joinItems } from './list-items.ts'

export type ParameterValues = Readonly<Record<string, unknown>>

export interface BindContext {
  now: Date
  /** time zone of the organisation, in which dynamic dates are resolved */
  zone: string
  /** values of the dropdown queries by parameter name */
  dropdowns: Readonly<Record<string, readonly string[]>>
  matches(pattern: string, value: string): boolean
}

/**
 * Values of a saved query as its text takes them: dynamic dates resolved, every given value checked against its
 * definition; lists stay lists (see bind-text.ts). `invalid` names the values that do not fit, unknown names included.
 * Without definitions everything is taken as it is (docs/reference/api-queries.md#checking-values).
 */
export function bindParameters(
  definitions: readonly StoredParameter[],
  given: ParameterValues,
  context: BindContext,
): { values: Record<string, unknown>; invalid: string[] } {
  if (definitions.length === 0) return { values: { ...given }, invalid: [] }
  const resolved: Record<string, unknown> = {}
  const invalid: string[] = []
  const byName = definitionsByName(definitions)
  for (const [name, value] of Object.entries(given)) {
    const definition = byName.get(name)
    resolved[name] = definition === undefined ? value : resolveValue(definition, value, context)
    const fits =
      definition !== undefined &&
      isValidValue(definition, resolved[name], {
        dropdown: context.dropdowns[name] ?? null,
        matches: context.matches,
      })
    if (!fits) invalid.push(name)
  }
  return { values: resolved, invalid }
}

/** One value of a parameter that takes several is a list of one: it stands between the same prefix and suffix. */
function resolveValue(definition: StoredParameter, value: unknown, context: BindContext): unknown {
  const isOfSeveral = takesSeveral(definition) && ['enum', 'query'].includes(definition.type)
  if (isOfSeveral && (typeof value === 'string' || typeof value === 'number')) return [value]
  return resolveDynamic(definition.type, value, context)
}

function resolveDynamic(type: string, value: unknown, { now, zone }: BindContext): unknown {
  if (typeof value !== 'string' || !value.startsWith('d_')) return value
  if (isDateType(type)) return resolveDynamicDate(value, type, now, zone) ?? value
  if (isDateRangeType(type)) return resolveDynamicRange(value, type, now, zone) ?? value
  return value
}

/** Lists become one text, for texts whose definitions the server does not know: each item between `prefix` and `suffix`, `separator` (`,`) between them. */
export function joinLists(
  definitions: readonly StoredParameter[],
  values: ParameterValues,
): Record<string, unknown> {
  const byName = definitionsByName(definitions)
  const joined: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    joined[name] = Array.isArray(value) ? joinItems(value, affixesOf(byName.get(name))) : value
  }
  return joined
}
