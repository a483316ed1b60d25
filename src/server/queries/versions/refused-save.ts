import { isDeepStrictEqual } from 'node:util'

/** The state that a refused save would have made from the state its sender saw, and the changed fields; null: no change. */
export function refusedSave<Snapshot extends object>(
  base: Snapshot,
  sent: Partial<Snapshot>,
): { snapshot: Snapshot; changed: string[] } | null {
  const snapshot = { ...base, ...sent }
  const before = new Map<string, unknown>(Object.entries(base))
  const changed = Object.entries(snapshot).flatMap(([field, value]) =>
    isDeepStrictEqual(value, before.get(field)) ? [] : [field],
  )
  return changed.length === 0 ? null : { snapshot, changed }
}
