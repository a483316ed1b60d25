import { isDeepStrictEqual } from 'node:util'

/** What a refused save would have made of what its sender saw, and which fields of it are others; null: it changed nothing. */
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
