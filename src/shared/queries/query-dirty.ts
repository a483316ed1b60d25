/** What of a query makes the editor dirty (docs/reference/screens.md#source-editor): its text and the auto-limit option. */
export interface EditedPart {
  query: string
  options: Readonly<Record<string, unknown>>
}

export function isQueryDirty(draft: EditedPart, saved: EditedPart): boolean {
  return draft.query !== saved.query || autoLimitOf(draft) !== autoLimitOf(saved)
}

function autoLimitOf(query: EditedPart): boolean {
  return query.options.apply_auto_limit === true
}

export const newQueryName = 'New Query'

/** A query is published on naming when the organisation wants it so (docs/reference/screens.md#publishing). */
export function publishesOnNaming(query: { name: string; is_draft: boolean }, autoPublish: boolean): boolean {
  return autoPublish && query.is_draft && query.name !== newQueryName
}

/** The data source of a new query: the current one, the last used one, the first available. */
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
