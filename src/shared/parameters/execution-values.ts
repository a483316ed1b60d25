import { joinLists } from './bind-parameters.ts'
import type { StoredParameter } from './detect-parameters.ts'
import { isDateType, resolveDynamicDate, resolveDynamicRange } from './dynamic-dates.ts'
import { isDynamicToken } from './dynamic-names.ts'
import { affixesOf } from './list-items.ts'

/**
 * Values of an unsaved text (docs/reference/stored-parameters.md#execution-values): the server does not have its
 * definitions, so lists with a quotation are joined and dynamic dates resolved here, in the organization's zone. Lists
 * without one stay lists: the server binds them item by item, and joins them the same way elsewhere.
 */
export function adHocValues(
  parameters: readonly StoredParameter[],
  now: Date,
  zone: string,
): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name, type } = parameter
      const value = resolveDynamicValue(type, parameter.value, now, zone)
      return [name, isJoinedByComma(parameter) ? value : joinLists([parameter], { [name]: value })[name]]
    }),
  )
}

function isJoinedByComma(parameter: StoredParameter): boolean {
  const { prefix, suffix, separator } = affixesOf(parameter)
  return prefix === '' && suffix === '' && separator === ','
}

/** The current dates of a dynamic value; other values unchanged. */
export function resolveDynamicValue(type: string, value: unknown, now: Date, zone: string): unknown {
  if (!isDynamicToken(type, value)) return value
  return isDateType(type)
    ? resolveDynamicDate(value, type, now, zone)
    : resolveDynamicRange(value, type, now, zone)
}
