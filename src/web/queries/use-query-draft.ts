import { useCallback, useMemo, useRef, useState } from 'react'
import { isQueryDirty, publishesOnNaming } from '#shared/queries/query-dirty.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { type EditableQuery, editable } from './editable-query.ts'
import { type QueryFields, type SaveWords, saveFields, saveNewQuery, usualWords } from './save-query.tsx'

export interface QueryDraft {
  /** what the page shows */
  query: EditableQuery
  isDirty: boolean
  isSaving: boolean
  /** text, options: saved with `save` */
  change(fields: Partial<EditableQuery>): void
  /** name, description, tags, state, data source: saved at once when the query is stored */
  saveField(fields: QueryFields, words?: SaveWords): Promise<boolean>
  /** stores text and options; answers the id of a query that was new */
  save(): Promise<{ createdId: number | null }>
  /** takes over what was changed elsewhere: visualizations */
  adopt(fields: Partial<EditableQuery>): void
}

/** The query of the page, with what has not been saved yet. */
export function useQueryDraft(initial: EditableQuery): QueryDraft {
  const [saved, setSaved] = useState(initial)
  const [query, setQuery] = useState(initial)
  const [isSaving, setIsSaving] = useState(false)
  const { autoPublishNamedQueries } = useClientConfig()
  const latest = useRef({ saved, query })
  latest.current = { saved, query }

  const apply = useCallback((nextSaved: EditableQuery, nextQuery: EditableQuery) => {
    latest.current = { saved: nextSaved, query: nextQuery }
    setSaved(nextSaved)
    setQuery(nextQuery)
  }, [])

  const adopt = useCallback(
    (fields: Partial<EditableQuery>) => {
      const { current } = latest
      apply({ ...current.saved, ...fields }, { ...current.query, ...fields })
    },
    [apply],
  )

  const change = useCallback(
    (fields: Partial<EditableQuery>) => {
      const { current } = latest
      apply(current.saved, { ...current.query, ...fields })
    },
    [apply],
  )

  const saveField = useCallback(
    async (fields: QueryFields, words: SaveWords = usualWords): Promise<boolean> => {
      const { saved: before, query: shown } = latest.current
      const { id } = before
      if (id === null) {
        apply(before, { ...shown, ...(fields as Partial<EditableQuery>) })
        return true
      }
      const named = fields.name !== undefined && { name: fields.name, is_draft: before.is_draft }
      const publishes = named && publishesOnNaming(named, autoPublishNamedQueries)
      const sent = publishes ? { ...fields, is_draft: false } : fields
      const said = publishes ? { ...words, success: 'Query saved and published' } : words
      const answer = await saveFields({ ...before, id }, sent, said)
      if (answer === null) return false
      const next = editable(answer, before)
      const { query: now } = latest.current
      // what has been typed meanwhile stays
      apply(next, { ...next, query: now.query, options: now.options })
      return true
    },
    [apply, autoPublishNamedQueries],
  )

  const save = useCallback(async (): Promise<{ createdId: number | null }> => {
    const { saved: before, query: now } = latest.current
    setIsSaving(true)
    try {
      const { id } = before
      const isNew = id === null
      if (isNew && now.data_source_id === null) return { createdId: null }
      const answer = isNew
        ? await saveNewQuery(now, now.data_source_id ?? 0)
        : await saveFields({ ...before, id }, { query: now.query, options: { ...now.options } })
      if (answer === null) return { createdId: null }
      const next = editable(answer, { ...before, can_edit: true })
      const { query: typed } = latest.current
      apply(next, { ...next, query: typed.query, options: isNew ? next.options : typed.options })
      return { createdId: isNew ? answer.id : null }
    } finally {
      setIsSaving(false)
    }
  }, [apply])

  return useMemo(
    () => ({ query, isDirty: isQueryDirty(query, saved), isSaving, change, saveField, save, adopt }),
    [query, saved, isSaving, change, saveField, save, adopt],
  )
}
