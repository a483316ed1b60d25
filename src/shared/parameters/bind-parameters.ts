import { isValidValue, takesSeveral } from './check-value.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { isDateRangeType, isDateType, resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'
import { affixesOf, definitionsByName, joinItems } from './list-items.ts'

export type ParameterValues = Readonly<Record<string, unknown>>

export interface BindContext {
  now: Date
  /** time zone of the organization, for dynamic dates */
  zone: string
  /** values of the dropdown queries by parameter name */
  dropdowns: Readonly<Record<string, readonly string[]>>
  matches(pattern: string, value: string): boolean
}

/**
 * Resolves the values of a saved query: dynamic dates resolved, every given value checked against its definition; lists
 * stay lists (see bind-text.ts). `invalid` names the invalid values, including unknown names. Without definitions every
 * value is accepted unchanged (docs/reference/api-queries.md#checking-values).
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

/** A single value of a multi-value parameter is a list of one: it gets the same prefix and suffix. */
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

/**
 * Joins lists, for texts whose definitions the server does not have: each item between `prefix` and `suffix`, with
 * `separator` (`,`) between them.
 */
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
