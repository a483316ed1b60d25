import { useEffect, useRef, useState } from 'react'
import type { ExecutionState } from '#shared/results/execution-step.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { loadFirstRows } from './load-result.ts'

const shownRows = 100
/** A result that loads faster is shown at once and whole. */
const patienceMs = 400
/** While a slow run fills the first rows, how often they are read again. */
const againMs = 1000

interface FirstRows {
  run: number
  data: TypedResult
}

/**
 * The first rows of a run that is still reading, or of a large result that is loading (docs/reference/promises.md#p3);
 * null if there are none. While a slow run has read only a few, more appear as they come.
 */
export function useFirstRows({ phase, run, jobId, resultId, rows }: ExecutionState): TypedResult | null {
  const [first, setFirst] = useState<FirstRows | null>(null)
  const isReading = phase === 'processing' && rows !== null && rows > 0
  const isLoading = phase === 'loading'
  const isThere = first?.run === run
  const shown = isThere ? first.data.rows.length : 0
  // enough to fill the page; the rest comes with the result
  const isEnough = isThere && (isLoading || shown >= shownRows)
  const progress = useRef({ rows, shown })
  progress.current = { rows, shown }
  useEffect(() => {
    if (isEnough || !(isReading || isLoading)) return
    const of = isLoading && resultId !== null ? { resultId } : jobId === null ? null : { jobId }
    if (of === null) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const look = async () => {
      if (progress.current.shown === 0 || (progress.current.rows ?? 0) > progress.current.shown) {
        try {
          const data = await loadFirstRows(of, shownRows, abort.signal)
          if (data.rows.length > progress.current.shown) setFirst({ run, data })
        } catch {
          // only a preview: the run itself reports errors
        }
      }
      if (!abort.signal.aborted && !isLoading) timer = setTimeout(look, againMs)
    }
    timer = setTimeout(look, isLoading ? patienceMs : 0)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [run, jobId, resultId, isReading, isLoading, isEnough])
  return isThere && (isReading || isLoading) ? first.data : null
}
