import type { StoredParameter } from '../queries/detect-parameters.ts'
import { joinLists } from './bind-parameters.ts'
import { isDateType, resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'
import { isDynamicToken } from './dynamic-names.ts'

/**
 * Values of a text that is not saved (docs/reference/stored-parameters.md#execution-values): the server has no
 * definitions of it, so lists are joined and dynamic dates resolved here, in the organisation's zone.
 */
export function adHocValues(
  parameters: readonly StoredParameter[],
  now: Date,
  zone: string,
): Record<string, unknown> {
  const resolved = parameters.map(({ name, type, value }) => [
    name,
    resolveDynamicValue(type, value, now, zone),
  ])
  return joinLists(parameters, Object.fromEntries(resolved))
}

/** The dates that a dynamic value means now; other values as they are. */
export function resolveDynamicValue(type: string, value: unknown, now: Date, zone: string): unknown {
  if (!isDynamicToken(type, value)) return value
  return isDateType(type)
    ? resolveDynamicDate(value, type, now, zone)
    : resolveDynamicRange(value, type, now, zone)
}
