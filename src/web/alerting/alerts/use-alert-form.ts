import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { defaultAlertName } from '#shared/alerts/alert-name.ts'
import { type Alert, createAlert, saveAlert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'
import { notify } from '#web/ui/toast.tsx'
import { useDirtyGuard } from '#web/ui/use-dirty-guard.ts'
import {
  type AlertDraft,
  type DraftProblems,
  draftOf,
  isChanged,
  maySave,
  problemsOf,
  proposedColumn,
  savedFields,
} from './alert-draft.ts'
import { alertQuery, alertsKey } from './alert-queries.ts'
import type { PendingSubscriptions } from './use-pending-subscriptions.ts'
import { type AlertQuery, type CurrentResult, maxRowsEdited, useCurrentResult } from './use-watched-result.ts'

/** The form of a new or a stored alert. */
export interface AlertForm {
  stored: Alert | null
  draft: AlertDraft
  change: (fields: Partial<AlertDraft>) => void
  /** null: no query chosen yet */
  query: AlertQuery | null
  setQuery: (query: AlertQuery | null) => void
  result: CurrentResult
  /** none as long as a new alert is untouched */
  problems: DraftProblems
  /** the name of the alert if the field is blank */
  defaultName: string
  isSaving: boolean
  /** false: some field has to be corrected first */
  submit: () => boolean
}

/** `pending`: what a new alert is to have besides its fields. */
export function useAlertForm(stored: Alert | null, pending: PendingSubscriptions | null = null): AlertForm {
  // the form starts from the stored alert and does not change under the user's hands
  const [before] = useState(() => draftOf(stored))
  const [draft, setDraft] = useState(before)
  const [query, setQuery] = useState<AlertQuery | null>(stored?.query ?? null)
  // a new alert opens without errors: it is judged once its condition was touched
  const [isJudged, setIsJudged] = useState(stored !== null)
  const { isSaving, save } = useSaveAlert(stored, pending)
  const change = (fields: Partial<AlertDraft>) => {
    if (!('name' in fields)) setIsJudged(true)
    setDraft((known) => ({ ...known, ...fields }))
  }
  const result = useCurrentResult(query, draft.selector, maxRowsEdited)
  useProposedColumn(result, setDraft)
  const problems = useMemo(() => problemsOf(draft, result.watched), [draft, result.watched])
  const isDirty = isChanged(draft, before) || query?.id !== stored?.query.id || pending?.isEmpty === false
  useDirtyGuard(isDirty && !isSaving)
  return {
    ...{ stored, draft, change, query, setQuery, result, isSaving },
    problems: query === null || !isJudged ? noProblems : problems,
    defaultName: defaultAlertName(query?.name ?? '', savedFields(draft, stored).options),
    submit() {
      // at once, because the first wrong field gets the focus
      flushSync(() => setIsJudged(true))
      if (query === null || !maySave(draft, before, problems)) return false
      void save(draft, query.id)
      return true
    },
  }
}

const noProblems: DraftProblems = {
  ...{ column: null, op: null, threshold: null, interval: null, subject: null, body: null },
}

/**
 * If the result does not have the column, the first one with numbers is proposed, else the first one
 * (docs/reference/api-alerts.md#alert-criteria).
 */
function useProposedColumn(
  { state, data }: CurrentResult,
  setDraft: (update: (known: AlertDraft) => AlertDraft) => void,
): void {
  useEffect(() => {
    const proposed = proposedColumn(data.columns)
    if ((state !== 'ready' && state !== 'large') || proposed === null) return
    setDraft((known) =>
      data.columns.some(({ name }) => name === known.column) ? known : { ...known, column: proposed },
    )
  }, [state, data, setDraft])
}

/** Creates (`stored` null) with its subscriptions, or saves; then opens the alert's page. If this fails, the form stays as it is. */
function useSaveAlert(stored: Alert | null, pending: PendingSubscriptions | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)

  const save = async (draft: AlertDraft, queryId: number) => {
    if (isSaving) return
    setIsSaving(true)
    try {
      const body = { ...savedFields(draft, stored), query_id: queryId }
      const saved =
        stored === null
          ? await call(createAlert, { body })
          : await call(saveAlert, { params: { id: stored.id }, body })
      await pending?.store(saved.id)
      client.setQueryData(alertQuery(saved.id).queryKey, saved)
      // the home page shows the number of alerts
      void client.invalidateQueries({ queryKey: organizationStatusQuery.queryKey })
      notify.success(t('Saved.'))
      await navigate({
        to: '/alerts/$alertId',
        params: { alertId: saved.id },
        ignoreBlocker: true,
        replace: stored === null,
      })
      await client.invalidateQueries({ queryKey: alertsKey })
    } catch (error) {
      notify.error(messageOf(error, ''), { title: t('Failed saving alert.') })
    } finally {
      setIsSaving(false)
    }
  }

  return { isSaving, save }
}
