import type { Execution } from '#web/results/use-execution.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { useHistoryAddress } from '#web/versions/history-address.ts'
import type { QueryRights } from './query-rights.ts'
import type { QueryDraft } from './use-query-draft.ts'

const QueryHistoryHost = lazy(() =>
  import('./query-history-host.tsx').then((module) => ({ default: module.QueryHistoryHost })),
)

interface QueryHistoryPanelProps {
  draft: QueryDraft
  rights: QueryRights
  execution: Execution
}

/** The version history of the page's query, if the address opens it. */
export function QueryHistoryPanel(props: QueryHistoryPanelProps) {
  const { shown } = useHistoryAddress()
  const { id } = props.draft.query
  if (shown === null || id === null || !props.rights.maySeeHistory) return null
  return (
    <Opening>
      <QueryHistoryHost {...props} queryId={id} shown={shown} />
    </Opening>
  )
}
