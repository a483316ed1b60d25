import { createHash } from 'node:crypto'

/** Tells whether an item has changed. */
export const hashOf = (value: unknown): Buffer => createHash('sha256').update(canonical(value)).digest()

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
