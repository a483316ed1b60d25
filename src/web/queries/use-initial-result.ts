import { useEffect, useRef } from 'react'
import type { Parameters } from '#web/parameters/use-parameters.ts'
import { recallJob } from '#web/results/running-jobs.ts'
import type { EditableQuery } from './editable-query.ts'
import type { QueryRun } from './use-query-run.ts'

/**
 * On first load, a query shows its stored result, or runs if it has parameters (and reports missing values). The
 * address may require a newer result with `maxAge` (seconds, default -1: any age).
 */
export function useInitialResult(query: EditableQuery, run: QueryRun, parameters: Parameters): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    if (query.id === null || recallJob(query.id) !== null) return
    const maxAge = maxAgeOf(window.location.search)
    const hasParameters = parameters.all.length > 0
    if (query.latest_query_data_id !== null && !hasParameters && maxAge === -1) {
      run.execution.open(query.latest_query_data_id)
    } else if (query.latest_query_data_id !== null || hasParameters) {
      run.run({ text: null, offset: 0, parameters: parameters.all, maxAge, isInitialLoad: true })
    }
  }, [query, run, parameters])
}

export function maxAgeOf(search: string): number {
  const text = new URLSearchParams(search).get('maxAge')
  return text !== null && /^(-1|\d{1,9})$/.test(text) ? Number(text) : -1
}
