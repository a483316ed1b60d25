import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlertSelector, WatchedResult } from '#shared/alerts/alert-rules.ts'
import { watchRows } from '#shared/alerts/watch-rows.ts'
import type { QueryWithoutVisualizations } from '#shared/queries/queries-api.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { loadResult, loadWholeResult } from '#web/results/load-result.ts'
import { isHead } from '#web/results/read-result.ts'

/** The fields of a query that the pages of alerts need. */
export type AlertQuery = Pick<
  QueryWithoutVisualizations,
  'id' | 'name' | 'query' | 'schedule' | 'is_archived' | 'latest_query_data_id' | 'data_source_id'
>

/** The newest result of the query, as far as it is loaded. */
export interface CurrentResult {
  /** `large`: the selector needs more rows than a page should load; only the first ones are loaded */
  state: 'none' | 'loading' | 'failed' | 'large' | 'ready'
  error: Error | null
  retry: () => void
  data: TypedResult
  retrievedAt: string | null
  /** null: not loaded, or without all rows that the selector needs */
  watched: WatchedResult | null
}

const nothing: TypedResult = { columns: [], rows: [] }

/** Editing an alert may load this many rows; viewing one must stay fast. */
export const maxRowsEdited = 500_000

/** `min` and `max` need every row, so for them a large result is loaded whole, up to `maxRows`. */
export function useCurrentResult(
  query: AlertQuery | null,
  selector: AlertSelector,
  maxRows = 0,
): CurrentResult {
  const id = query?.latest_query_data_id ?? null
  // results never change
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, enabled: id !== null }
  const first = useQuery({
    ...kept,
    queryKey: ['alert-result', id, 'first'],
    queryFn: ({ signal }) => loadResult(id ?? 0, signal),
  })
  const looksBeyond = selector !== 'first' && first.data !== undefined && isHead(first.data)
  const isLarge = looksBeyond && first.data.rowCount > maxRows
  const needsAll = looksBeyond && !isLarge
  const whole = useQuery({
    ...kept,
    queryKey: ['alert-result', id, 'whole'],
    queryFn: ({ signal }) => loadWholeResult(id ?? 0, signal),
    enabled: needsAll,
  })
  const { data: loaded } = needsAll ? whole : first
  const watched = useMemo(
    () => (loaded && !isLarge ? watchRows(loaded.data.columns, loaded.data.rows, loaded.rowCount) : null),
    [loaded, isLarge],
  )
  const error = first.error ?? (needsAll ? whole.error : null)
  const loadedState = isLarge ? 'large' : loaded ? 'ready' : 'loading'
  const stateWithResult = error !== null ? 'failed' : loadedState
  return {
    state: id === null ? 'none' : stateWithResult,
    error,
    retry: () => void (first.error ? first.refetch() : whole.refetch()),
    data: first.data?.data ?? nothing,
    retrievedAt: first.data?.retrieved_at ?? null,
    watched,
  }
}
