import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { QueryHistory } from '#web/queries/versions/query-history.tsx'
import type { Execution } from '#web/results/use-execution.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { type ShownHistory, useHistoryAddress } from '#web/versions/history-address.ts'
import { versionTitle } from '#web/versions/version-words.ts'
import type { StoredVersion } from '#web/versions/versioned.ts'
import { editable } from './editable-query.ts'
import type { QueryRights } from './query-rights.ts'
import { restoreQuery } from './restore-query.tsx'
import type { QueryDraft } from './use-query-draft.ts'

interface QueryHistoryHostProps {
  queryId: number
  shown: ShownHistory
  draft: QueryDraft
  rights: QueryRights
  execution: Execution
}

/** The version history of the page's query, and restoring. */
export function QueryHistoryHost({ queryId: id, shown, draft, rights, execution }: QueryHistoryHostProps) {
  const { show } = useHistoryAddress()
  const { data: sources = [] } = useQuery(dataSourcesQuery)
  const { dateTimeFormat } = useClientConfig()
  const { query, isDirty } = draft

  const restore = async (version: StoredVersion<QuerySnapshot>, current: number) => {
    const formatDate = (date: string) => formatMoment(date, dateTimeFormat)
    const restored = await restoreQuery({ ...query, id }, version, current, isDirty, formatDate)
    if (restored === null) return
    draft.adopt(editable(restored, query))
    showResultOf(restored.latest_query_data_id, query.latest_query_data_id, execution)
    show(null)
    notify.success(t('{version} restored', { version: versionTitle(version) }))
  }
  return (
    <QueryHistory
      queryId={id}
      sources={sources}
      shown={shown}
      onShow={show}
      onRestore={rights.mayEdit ? restore : null}
    />
  )
}

/** The shown result may belong to another text. */
function showResultOf(latest: number | null, before: number | null, execution: Execution): void {
  if (latest === before) return
  if (latest === null) execution.reset()
  else execution.open(latest)
}
