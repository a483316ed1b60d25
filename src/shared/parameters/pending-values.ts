import type { StoredParameter } from '../queries/detect-parameters.ts'
import { normalizeValue } from './normalize-value.ts'

/** Values that were changed and not applied yet, by the parameter's name (docs/reference/stored-parameters.md#pending-values). */
export type PendingValues = ReadonlyMap<string, unknown>

/** A new pending value; the applied one again means that nothing is pending. */
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

/** What is still pending after parameters have gone, or have another type or another applied value. */
export function openValues(parameters: readonly StoredParameter[], pending: PendingValues): PendingValues {
  const open = new Map<string, unknown>()
  for (const parameter of parameters) {
    if (!pending.has(parameter.name)) continue
    const value = normalizeValue(parameter, pending.get(parameter.name))
    if (!isSameValue(value, parameter.value)) open.set(parameter.name, value)
  }
  return open
}

/** All pending values become values; `changed` are the names of those that are others now. */
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

/** The parameters with what their controls show: pending values first. */
export function shownParameters(
  parameters: readonly StoredParameter[],
  pending: PendingValues,
): StoredParameter[] {
  return withAllApplied(parameters, pending).parameters
}

/** Normalised values are texts, numbers, lists and ranges whose keys have one order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
