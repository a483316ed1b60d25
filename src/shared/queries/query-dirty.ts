import { autoLimitOf } from './run-rules.ts'

/**
 * The parts of a query that make the editor dirty (docs/reference/screens.md#source-editor): its text and the
 * auto-limit option.
 */
export interface EditedPart {
  query: string
  options: Readonly<Record<string, unknown>>
}

export function isQueryDirty(draft: EditedPart, saved: EditedPart): boolean {
  return draft.query !== saved.query || autoLimitOf(draft.options) !== autoLimitOf(saved.options)
}

export const newQueryName = 'New Query'

/** Whether naming the query publishes it, a setting of the organization (docs/reference/screens.md#publishing). */
export function publishesOnNaming(query: { name: string; is_draft: boolean }, autoPublish: boolean): boolean {
  return autoPublish && query.is_draft && query.name !== newQueryName
}

/** The data source of a new query: the current one, else the last used one, else the first available. */
export function chooseDataSource<T extends { id: number }>(
  sources: readonly T[],
  current: number | null,
  lastUsed: number | null,
): T | null {
  for (const wanted of [current, lastUsed]) {
    const found = wanted === null ? undefined : sources.find((source) => source.id === wanted)
    if (found) return found
  }
  return sources[0] ?? null
}
