import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import type { QuerySnapshot, QueryVersion } from '#shared/queries/query-versions-api.ts'
import type { ShownHistory } from './history-address.ts'

export interface QueryHistoryProps {
  queryId: number
  sources: readonly DataSource[]
  shown: ShownHistory
  /** null closes */
  onShow(shown: ShownHistory | null): void
  /**
   * null: nothing can be restored now. `current` is the version of the query that the reader has seen; answers when
   * the query is restored, or that was refused or declined.
   */
  onRestore: ((version: QueryVersion, current: number) => Promise<void>) | null
}

/** One of the two states that are compared. */
export interface ComparedSide {
  title: string
  snapshot: QuerySnapshot
}
