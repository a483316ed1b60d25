import type { Visualization } from '#shared/visualizations/visualizations-api.ts'

/**
 * Visualizations of a query that is not stored yet are kept in the page, and stored with the query. They have negative
 * ids, larger ones later.
 */
export function isUnsaved({ id }: { id: number | null }): boolean {
  return id !== null && id < 0
}

export function unsavedVisualization(
  fields: Pick<Visualization, 'type' | 'name' | 'description' | 'options'> & { id: number | null },
  now: Date,
): Visualization {
  const at = now.toISOString()
  return { ...fields, id: fields.id ?? -now.getTime(), created_at: at, updated_at: at }
}

/** What a browser has kept; entries of any other shape are dropped. */
export function readUnsaved(value: unknown): Visualization[] {
  if (!Array.isArray(value)) return []
  return value.filter((one): one is Visualization => {
    if (typeof one !== 'object' || one === null) return false
    const { id, type, name, options } = one as Partial<Visualization>
    const isWhole = typeof type === 'string' && typeof name === 'string'
    return isWhole && typeof id === 'number' && id < 0 && typeof options === 'object' && options !== null
  })
}
