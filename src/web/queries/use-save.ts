import { useRouter } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { newQueryName } from '#shared/queries/query-dirty.ts'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import { forgetJob, recallJob, rememberJob } from '#web/results/running-jobs.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import type { TextEditorHandle } from '../editor/text-editor.tsx'
import { handOverCursor, handOverResult } from './shown-result.ts'
import type { QueryDraft } from './use-query-draft.ts'
import type { QueryRun } from './use-query-run.ts'

interface SavedParts {
  draft: QueryDraft
  parameters: Parameters
  run: QueryRun
  handle: RefObject<TextEditorHandle | null>
  showText(): void
}

/** The question for the name of a new query. */
export interface Naming {
  /** the query that has no name of its own yet */
  of: { text: string; name: string }
  publishes: boolean
  onSave(name: string, publishes: boolean): void
  onCancel(): void
}

const newQueryPath = '/queries/new'

/** Saves, and asks for the name of a new query; that moves to its own address, with its result and its running job. */
export function useSave({ draft, parameters, run, handle, showText }: SavedParts): {
  save: () => void
  naming: Naming | null
} {
  const router = useRouter()
  const { autoPublishNamedQueries } = useClientConfig()
  /** null: the name is not asked for */
  const [unnamed, setUnnamed] = useState<Naming['of'] | null>(null)
  const createdId = useRef<number | null>(null)
  const shownId = useRef<number | undefined>(undefined)
  shownId.current = run.execution.result?.id
  useDirtyGuard(draft.isDirty && createdId.current === null, undefined, {
    // the debounce may not have reported the newest text yet
    isDirtyNow: () => createdId.current === null && (handle.current?.isUnreported() ?? false),
    staysOn: (pathname) => createdId.current !== null && pathname.startsWith(`/queries/${createdId.current}`),
  })
  const store = (publishes?: boolean) => {
    if (draft.isSaving || whyNotSave(draft, true) !== null) return
    const { query } = draft
    // the debounce may not have reported the newest text yet
    const text = handle.current?.text() ?? query.query
    const stored = readStoredParameters(query.options)
    const values = new Map(parameters.all.map((one) => [one.name, one.value]))
    const kept = parametersOfText(text, stored).map((one) => ({
      ...one,
      value: values.get(one.name) ?? one.value,
    }))
    draft.change({ query: text, options: { ...query.options, parameters: kept } })
    void draft.save(publishes).then(({ id, visualizations }) => {
      if (id === null || router.state.location.pathname !== newQueryPath) return
      createdId.current = id
      handOverResult(id, shownId.current)
      handOverCursor(id, handle.current?.selection().from ?? 0)
      const job = recallJob('new')
      if (job) {
        forgetJob('new')
        rememberJob(id, job)
      }
      void router.navigate({
        to: '/queries/$queryId/source',
        params: { queryId: id },
        // the shown visualization may have been stored just now
        hash: (hash = '') => String(visualizations.get(Number(hash)) ?? hash),
        replace: true,
      })
    })
  }
  const save = () => {
    const { query } = draft
    if (query.id !== null || query.name !== newQueryName || whyNotSave(draft, true) !== null) return store()
    showText()
    setUnnamed({ text: handle.current?.text() ?? query.query, name: query.name })
  }
  if (unnamed === null) return { save, naming: null }
  return {
    save,
    naming: {
      of: unnamed,
      publishes: autoPublishNamedQueries,
      onCancel: () => {
        setUnnamed(null)
        // a browser that gives the focus back would put the cursor at the beginning
        handle.current?.focus()
      },
      onSave: (name, publishes) => {
        setUnnamed(null)
        void draft.saveField({ name })
        store(publishes)
      },
    },
  }
}

export function whyNotSave(draft: QueryDraft, source: DataSource | null | true): string | null {
  if (!draft.query.can_edit) return t('You do not have permission to change this query')
  if (draft.query.is_archived) return t('The query is archived')
  if (source === null) return t('Select a data source to save this query')
  return null
}
