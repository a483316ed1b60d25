import { useEffect, useMemo, useState } from 'react'
import { defaultAlertName } from '#shared/alerts/alert-name.ts'
import type { Alert } from '#shared/alerts/alerts-api.ts'
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
import { useSaveAlert } from './use-save-alert.ts'
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
