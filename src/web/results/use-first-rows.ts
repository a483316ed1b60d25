import { useEffect, useState } from 'react'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { loadFirstRows } from './load-result.ts'

const shownRows = 100
/** A result that loads faster is shown at once and whole. */
const patienceMs = 400

interface FirstRows {
  run: number
  data: TypedResult
}

/**
 * The first rows of a run that is still reading, or of a large result that is loading (docs/reference/promises.md#p3);
 * null if there are none.
 */
export function useFirstRows({ phase, run, jobId, resultId, rows }: ExecutionState): TypedResult | null {
  const [first, setFirst] = useState<FirstRows | null>(null)
  const isReading = phase === 'processing' && rows !== null && rows > 0
  const isLoading = phase === 'loading'
  const isThere = first?.run === run
  useEffect(() => {
    if (isThere || !(isReading || isLoading)) return
    const of = isLoading && resultId !== null ? { resultId } : jobId === null ? null : { jobId }
    if (of === null) return
    const abort = new AbortController()
    const timer = setTimeout(
      () =>
        loadFirstRows(of, shownRows, abort.signal).then(
          (data) => {
            if (data.rows.length > 0) setFirst({ run, data })
          },
          // only a preview: the run itself reports errors
          () => undefined,
        ),
      isLoading ? patienceMs : 0,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [run, jobId, resultId, isReading, isLoading, isThere])
  return isThere && (isReading || isLoading) ? first.data : null
}
