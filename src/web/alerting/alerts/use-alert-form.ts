import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
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
  savedFields,
} from './alert-draft.ts'
import { alertQuery, alertsKey } from './alert-queries.ts'
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
  /** of visited fields, or of all fields after an attempt to save */
  problems: DraftProblems
  /** the name of the alert if the field is blank */
  defaultName: string
  isSaving: boolean
  /** false: some field has to be corrected first */
  submit: () => boolean
}

export function useAlertForm(stored: Alert | null): AlertForm {
  // the form starts from the stored alert and does not change under the user's hands
  const [before] = useState(() => draftOf(stored))
  const [draft, setDraft] = useState(before)
  const [query, setQuery] = useState<AlertQuery | null>(stored?.query ?? null)
  const { isSaving, save } = useSaveAlert(stored)
  const change = (fields: Partial<AlertDraft>) => setDraft((known) => ({ ...known, ...fields }))
  const result = useCurrentResult(query, draft.selector, maxRowsEdited)
  useFirstColumn(result, setDraft)
  const problems = useMemo(() => problemsOf(draft, result.watched), [draft, result.watched])
  const isDirty = isChanged(draft, before) || query?.id !== stored?.query.id
  useDirtyGuard(isDirty && !isSaving)
  return {
    ...{ stored, draft, change, query, setQuery, result, isSaving },
    problems: query === null ? noProblems : problems,
    defaultName: defaultAlertName(query?.name ?? '', savedFields(draft, stored).options),
    submit() {
      if (query === null || !maySave(draft, before, problems)) return false
      void save(draft, query.id)
      return true
    },
  }
}

const noProblems: DraftProblems = {
  ...{ column: null, op: null, threshold: null, interval: null, subject: null, body: null },
}

/** If the result does not have the column, the first one is chosen (docs/reference/api-alerts.md#alert-criteria). */
function useFirstColumn(
  { state, data }: CurrentResult,
  setDraft: (update: (known: AlertDraft) => AlertDraft) => void,
): void {
  useEffect(() => {
    const [first] = data.columns
    if ((state !== 'ready' && state !== 'large') || first === undefined) return
    setDraft((known) =>
      data.columns.some(({ name }) => name === known.column) ? known : { ...known, column: first.name },
    )
  }, [state, data, setDraft])
}

/** Creates (`stored` null) or saves, then opens the alert's page. If this fails, the form stays as it is. */
function useSaveAlert(stored: Alert | null) {
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
