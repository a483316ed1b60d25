import type { StoredParameter } from './detect-parameters.ts'
import { normalizeValue } from './normalize-value.ts'

/** Changed values that are not applied yet, by parameter name (docs/reference/stored-parameters.md#pending-values). */
export type PendingValues = ReadonlyMap<string, unknown>

/** Sets a pending value; setting the applied value removes it. */
export function withPending(
  parameters: readonly StoredParameter[],
  pending: PendingValues,
  name: string,
  value: unknown,
): PendingValues {
  const next = new Map(pending)
  const parameter = parameters.find((one) => one.name === name)
  if (parameter === undefined) return pending
  const normalized = normalizeValue(parameter, value)
  if (isSameValue(normalized, parameter.value)) next.delete(name)
  else next.set(name, normalized)
  return next
}

/** The values that are still pending after parameters were removed or got another type or applied value. */
export function openValues(parameters: readonly StoredParameter[], pending: PendingValues): PendingValues {
  const open = new Map<string, unknown>()
  for (const parameter of parameters) {
    if (!pending.has(parameter.name)) continue
    const value = normalizeValue(parameter, pending.get(parameter.name))
    if (!isSameValue(value, parameter.value)) open.set(parameter.name, value)
  }
  return open
}

/** Applies all pending values; `changed` are the names of values that changed. */
export function withAllApplied(
  parameters: readonly StoredParameter[],
  pending: PendingValues,
): { parameters: StoredParameter[]; changed: string[] } {
  const open = openValues(parameters, pending)
  return {
    parameters: parameters.map((one) => (open.has(one.name) ? { ...one, value: open.get(one.name) } : one)),
    changed: [...open.keys()],
  }
}

/** The parameters with the values that their controls show: pending values first. */
export function shownParameters(
  parameters: readonly StoredParameter[],
  pending: PendingValues,
): StoredParameter[] {
  return withAllApplied(parameters, pending).parameters
}

/** Normalized values are texts, numbers, lists and ranges whose keys have a fixed order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
