import { joinLists } from './bind-parameters.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { isDateType, resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'
import { isDynamicToken } from './dynamic-names.ts'

/**
 * Values of an unsaved text (docs/reference/stored-parameters.md#execution-values): the server does not have its
 * definitions, so lists are joined and dynamic dates resolved here, in the organization's zone.
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

/** The current dates of a dynamic value; other values unchanged. */
export function resolveDynamicValue(type: string, value: unknown, now: Date, zone: string): unknown {
  if (!isDynamicToken(type, value)) return value
  return isDateType(type)
    ? resolveDynamicDate(value, type, now, zone)
    : resolveDynamicRange(value, type, now, zone)
}
