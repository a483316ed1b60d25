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
  /** null: none is chosen yet */
  query: AlertQuery | null
  setQuery: (query: AlertQuery | null) => void
  result: CurrentResult
  /** of the fields that somebody has been in, or of all once saving was tried */
  problems: DraftProblems
  /** what the alert is called when the name stays blank */
  defaultName: string
  isSaving: boolean
  /** false: something is to be put right first */
  submit: () => boolean
}

export function useAlertForm(stored: Alert | null): AlertForm {
  // the form starts from what is stored, and is not changed under the user's hands
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

/** A column that the result does not have gives way to the first one (docs/reference/api-alerts.md#alert-criteria). */
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
