import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import type { Query } from '#shared/queries/queries-api.ts'
import { type QuerySnapshot, restoreQueryVersion } from '#shared/queries/query-versions-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import { QueryHistory } from '#web/queries/versions/query-history.tsx'
import type { Execution } from '#web/results/use-execution.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { confirmRestore } from '#web/versions/confirm-restore.tsx'
import { type ShownHistory, useHistoryAddress } from '#web/versions/history-address.ts'
import { versionTitle } from '#web/versions/version-words.ts'
import type { StoredVersion } from '#web/versions/versioned.ts'
import { type EditableQuery, editable } from './editable-query.ts'
import type { QueryRights } from './query-rights.ts'
import { confirmOverwrite, warnIfUnsafe, warnOfConflict } from './save-conflict.tsx'
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

/**
 * Asks, then restores a version of the query. `current` is the version that the user has seen. Resolves to null if
 * nothing changed; the user has been told why.
 */
async function restoreQuery(
  query: Pick<EditableQuery, 'name'> & { id: number },
  version: StoredVersion<QuerySnapshot>,
  current: number,
  hasUnsavedChanges: boolean,
  formatDate: (date: string) => string,
): Promise<Query | null> {
  const becomes = t(
    'Its text, name, description, options, refresh schedule, tags and visualizations become what they were then. What is stored now stays in the history.',
  )
  const { name } = query
  const isSure = await confirmRestore({ name, version, formatDate, becomes, hasUnsavedChanges })
  if (!isSure) return null
  const restore = async (expected: number | null) => {
    const restored = await call(restoreQueryVersion, {
      params: { id: query.id, version_id: version.id },
      body: expected === null ? {} : { version: expected },
    })
    warnIfUnsafe(restored)
    return restored
  }
  try {
    return await restore(current)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return fail(error)
    if (!(await confirmOverwrite())) return warnOfConflict(null)
  }
  try {
    return await restore(null)
  } catch (error) {
    return fail(error)
  }
}

function fail(error: unknown): null {
  notify.error(messageOf(error, t('Please try again later.')), {
    title: t('The version could not be restored'),
  })
  return null
}
