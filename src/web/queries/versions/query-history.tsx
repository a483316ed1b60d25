import { useMemo } from 'react'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import type { QuerySnapshot } from '#shared/queries/query-versions-api.ts'
import { VersionHistory } from '#web/versions/version-history.tsx'
import type { VersionHistoryProps } from '#web/versions/versioned.ts'
import { queryVersions } from './query-versions.ts'
import { SnapshotComparison } from './snapshot-comparison.tsx'

type QueryHistoryProps = Pick<VersionHistoryProps<QuerySnapshot>, 'shown' | 'onShow' | 'onRestore'> & {
  queryId: number
  sources: readonly DataSource[]
}

/** Every save of a query. */
export function QueryHistory({ queryId, sources, ...rest }: QueryHistoryProps) {
  const versioned = useMemo(() => queryVersions(queryId), [queryId])
  return (
    <VersionHistory
      {...rest}
      versioned={versioned}
      compare={(sides) => <SnapshotComparison {...sides} sources={sources} />}
    />
  )
}
