import type { ReactNode } from 'react'
import type { DashboardVersionKind } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Page } from '#shared/http/paging.ts'
import type { QueryVersionKind } from '#shared/queries/query-versions-api.ts'
import type { ShownHistory } from './history-address.ts'

/** A version of a query or of a dashboard, as lists have it. */
export interface ListedVersion {
  id: number
  version: number
  kind: QueryVersionKind | DashboardVersionKind
  user: { name: string } | null
  created_at: string
  changed: string[]
}
export type StoredVersion<S> = ListedVersion & { snapshot: S }

/** What is stored now, whoever has saved it: the page may hold an older state, or changes that nobody has saved. */
export interface PresentState<S> {
  version: number
  snapshot: S
}

/** Something with versions, whose states are `S`. */
export interface Versioned<S> {
  /** in the keys of requests: `query` */
  noun: string
  /** sentences about it */
  words: {
    /** `The query now` */
    now: string
    /** of a save that was refused */
    neverWas: string
  }
  id: number
  list(
    query: { page: string; page_size: string },
    signal: AbortSignal,
  ): Promise<Page & { count: number; results: ListedVersion[] }>
  read(versionId: number, signal: AbortSignal): Promise<StoredVersion<S>>
  present(signal: AbortSignal): Promise<PresentState<S>>
  /** words for what a version changes, in the order in which they are said */
  fields: Readonly<Record<string, string>>
  /** what a version that is chosen stands beside first: the state of now, or the version before it */
  beside: 'now' | 'before'
}

/** One of the two states that are compared. */
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
   * null: nothing can be restored now. `current` is the version that the reader has seen as the stored one; answers
   * when that is restored, or was refused or declined.
   */
  onRestore: ((version: StoredVersion<S>, current: number) => Promise<void>) | null
  /** how two states differ */
  compare(sides: ComparedSides<S>): ReactNode
}
