import type { ReactNode } from 'react'
import type { DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Page } from '#shared/http/paging.ts'
import type { QueryVersionKind } from '#shared/queries/query-versions-api.ts'
import type { ShownHistory } from './history-address.ts'

/** A version of a query or of a dashboard, as in lists. */
export interface ListedVersion {
  id: number
  version: number
  kind: QueryVersionKind | DashboardVersionKind
  user: { name: string } | null
  created_at: string
  changed: string[]
}
export type StoredVersion<S> = ListedVersion & { snapshot: S }

/** The stored state: the page may show an older one, or unsaved changes. */
export interface PresentState<S> {
  version: number
  snapshot: S
}

/** An object with versions, whose states are `S`. */
export interface Versioned<S> {
  /** part of the keys of requests: `query` */
  noun: string
  /** sentences about it */
  words: {
    /** `The query now` */
    now: string
    /** of a refused save */
    neverWas: string
  }
  id: number
  list(
    query: { page: string; page_size: string },
    signal: AbortSignal,
  ): Promise<Page & { count: number; results: ListedVersion[] }>
  read(versionId: number, signal: AbortSignal): Promise<StoredVersion<S>>
  present(signal: AbortSignal): Promise<PresentState<S>>
  /** labels of the changed parts, in display order */
  fields: Readonly<Record<string, string>>
}

/** One of the two compared states. */
export interface ComparedSide<S> {
  title: string
  snapshot: S
}

export interface ComparedSides<S> {
  before: ComparedSide<S>
  after: ComparedSide<S>
  isNarrow: boolean
}

export interface VersionHistoryProps<S> {
  versioned: Versioned<S>
  shown: ShownHistory
  /** null closes */
  onShow(shown: ShownHistory | null): void
  /**
   * null: nothing can be restored now. `current` is the stored version that the user has seen. Resolves when the
   * version has been restored, refused or declined.
   */
  onRestore: ((version: StoredVersion<S>, current: number) => Promise<void>) | null
  /** renders the difference of two states */
  compare(sides: ComparedSides<S>): ReactNode
}
