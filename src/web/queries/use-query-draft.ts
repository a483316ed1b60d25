import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { isQueryDirty, publishesOnNaming } from '#shared/queries/query-dirty.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { searchWithHistory } from '#web/versions/history-address.ts'
import { isUnsaved } from '#web/visualizations/unsaved-visualization.ts'
import { type EditableQuery, editable } from './editable-query.ts'
import { publishWords, type SaveWords, silentWords, usualWords } from './query-words.ts'
import type { QueryFields } from './save-query.tsx'

export interface QueryDraft {
  /** the query as shown on the page */
  query: EditableQuery
  isDirty: boolean
  /** the text as stored; empty for a new query */
  savedText: string
  isSaving: boolean
  /** text and options: saved by `save` */
  change(fields: Partial<EditableQuery>): void
  /** name, description, tags, state, data source: saved at once if the query is stored */
  saveField(fields: QueryFields, words?: SaveWords): Promise<boolean>
  /**
   * stores text, options and unsaved visualizations. `publishes`: of a new query; otherwise its name and the setting
   * decide
   */
  save(publishes?: boolean): Promise<SavedAs>
  /** applies changes made elsewhere: visualizations, a restored version */
  adopt(fields: Partial<EditableQuery>): void
}

export interface SavedAs {
  /** of the query if everything is stored, else null */
  id: number | null
  /** new ids of visualizations by their former ones */
  visualizations: ReadonlyMap<number, number>
}

/** Loaded after the page, as most users only look at a query. Resolves to null if it cannot be loaded. */
async function loadSaving() {
  try {
    return await import('./save-query.tsx')
  } catch {
    notify.error(t('Sextant cannot be reached. Please try again.'), { title: usualWords.failure })
    return null
  }
}

interface DraftState {
  saved: EditableQuery
  query: EditableQuery
}

/** The query of the page, with its unsaved changes. `text`: an unsaved text to begin with. */
export function useQueryDraft(initial: EditableQuery, text: string = initial.query): QueryDraft {
  const [{ saved, query }, setState] = useState<DraftState>({
    saved: initial,
    query: text === initial.query ? initial : { ...initial, query: text },
  })
  const [isSaving, setIsSaving] = useState(false)
  const { autoPublishNamedQueries: autoPublish } = useClientConfig()
  const showHistory = useHistoryLink()
  const latest = useRef<DraftState>({ saved, query })
  const inLine = useLine()
  useEffect(() => {
    // preloaded, so that saving is fast, and works after a short outage of the server
    import('./save-query.tsx').catch(() => undefined)
  }, [])

  const apply = useCallback((saved: EditableQuery, query: EditableQuery) => {
    latest.current = { saved, query }
    setState(latest.current)
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
    (fields: QueryFields, words: SaveWords = usualWords): Promise<boolean> =>
      inLine(async () => {
        const { saved: before, query: shown } = latest.current
        const { id } = before
        if (id === null) {
          apply(before, { ...shown, ...(fields as Partial<EditableQuery>) })
          return true
        }
        const publishes =
          fields.name !== undefined &&
          publishesOnNaming({ name: fields.name, is_draft: before.is_draft }, autoPublish)
        const saving = await loadSaving()
        if (saving === null) return false
        const answer = await saving.saveFields(
          { ...before, id },
          publishes ? { ...fields, is_draft: false } : fields,
          publishes ? { ...words, success: publishWords.success } : words,
          () => showHistory(id),
        )
        if (answer === null) return false
        const { query: now } = latest.current
        const next = withUnsaved(editable(answer, latest.current.saved), now.visualizations)
        // keep what the user has typed in the meantime
        apply(next, { ...next, query: now.query, options: now.options })
        return true
      }),
    [apply, autoPublish, inLine, showHistory],
  )

  const save = useCallback(
    (publishes?: boolean): Promise<SavedAs> => {
      setIsSaving(true)
      const saving = inLine(async () => {
        const { saved: before, query: now } = latest.current
        const { id } = before
        const loaded = await loadSaving()
        if (loaded === null) return notSaved
        const answer =
          id === null
            ? await storeNew(
                loaded,
                now,
                publishes ?? publishesOnNaming(asDraft(now), autoPublish),
                showHistory,
              )
            : await loaded.saveFields(
                { ...before, id },
                { query: now.query, options: { ...now.options } },
                usualWords,
                () => showHistory(id),
              )
        if (answer === null) return notSaved
        const unsaved = now.visualizations.filter(isUnsaved)
        const stored = await loaded.saveVisualizations(answer.id, unsaved)
        const { query: typed, saved: former } = latest.current
        const left = typed.visualizations.filter((one) => !stored.has(one.id))
        const known = editable(answer, { ...former, can_edit: true })
        const all = { ...known, visualizations: [...known.visualizations, ...stored.values()] }
        const next = withUnsaved(all, left)
        apply(next, { ...next, query: typed.query, options: id === null ? next.options : typed.options })
        return {
          id: left.some(isUnsaved) ? null : answer.id,
          visualizations: new Map([...stored].map(([before, after]) => [before, after.id])),
        }
      })
      return saving.finally(() => setIsSaving(false))
    },
    [apply, autoPublish, inLine, showHistory],
  )

  return useMemo(
    () => ({
      ...{ query, savedText: saved.query, isSaving },
      isDirty: isQueryDirty(query, saved) || query.visualizations.some(isUnsaved),
      change,
      saveField,
      save,
      adopt,
    }),
    [query, saved, isSaving, change, saveField, save, adopt],
  )
}

const notSaved: SavedAs = { id: null, visualizations: new Map() }

/** The server's answer does not know them. */
function withUnsaved(query: EditableQuery, before: EditableQuery['visualizations']): EditableQuery {
  return { ...query, visualizations: [...query.visualizations, ...before.filter(isUnsaved)] }
}

const asDraft = ({ name }: EditableQuery) => ({ name, is_draft: true })

/** A new query starts as a draft, and is published at once if that is wanted. */
async function storeNew(
  { saveFields, saveNewQuery }: typeof import('./save-query.tsx'),
  now: EditableQuery,
  publishes: boolean,
  showHistory: (id: number) => void,
) {
  if (now.data_source_id === null) return null
  const created = await saveNewQuery(now, now.data_source_id, publishes ? silentWords : usualWords)
  if (created === null || !publishes) return created
  const published = await saveFields({ ...created, can_edit: true }, { is_draft: false }, publishWords, () =>
    showHistory(created.id),
  )
  return published ?? created
}

/** Saves run one after another: each needs the version that the previous one created. */
function useLine(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback((work) => {
    const next = last.current.then(work, work)
    last.current = next
    return next
  }, [])
}

/** Opens the version history of a query: on its open page, otherwise on its source page. */
function useHistoryLink(): (queryId: number) => void {
  const router = useRouter()
  return useCallback(
    (queryId) => {
      const here = router.state.location.pathname
      const shown = { versionId: null, againstId: null }
      if (here === `/queries/${queryId}` || here === `/queries/${queryId}/source`) {
        void router.navigate({
          to: '.',
          search: (current) => searchWithHistory(current, shown) as never,
          hash: true,
          resetScroll: false,
        })
        return
      }
      void router.navigate({
        to: '/queries/$queryId/source',
        params: { queryId },
        search: searchWithHistory({}, shown) as never,
      })
    },
    [router],
  )
}
