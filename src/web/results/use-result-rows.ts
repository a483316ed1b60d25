import { useEffect, useMemo, useState } from 'react'
import type { TypedResult } from '#shared/results/typed-result.ts'
import type { RowSource, VisualizationData } from '#visualizations/visualization.ts'
import { isHead, type LoadedResult } from './read-result.ts'

/** Lazy: only large results need more rows than the first load. */
const loadLater = () => import('./load-result.ts')

export interface ResultRows {
  /** null: there is no result, or not all required rows are loaded */
  data: VisualizationData | null
  /** all rows are loading */
  isLoading: boolean
  failure: { message: string; retry(): void } | null
}

/**
 * The rows of a result for a visualization: of a large result a paged source or, if `needsAll`, every row. Once all
 * rows are loaded, they stay until the next result.
 */
export function useResultRows(result: LoadedResult | null, needsAll: boolean): ResultRows {
  const paged = useMemo(() => (result === null ? null : pagedData(result)), [result])
  const [whole, setWhole] = useState<{ of: LoadedResult; data: TypedResult } | null>(null)
  const [failed, setFailed] = useState<{ of: LoadedResult; message: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const all = whole !== null && whole.of === result ? whole.data : null
  const isMissing = needsAll && all === null && result !== null && isHead(result)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt must read again
  useEffect(() => {
    if (!isMissing || result === null) return
    const abort = new AbortController()
    loadLater()
      .then(({ loadWholeResult }) => loadWholeResult(result.id, abort.signal))
      .then(
        ({ data }) => setWhole({ of: result, data }),
        (error: unknown) => {
          if (abort.signal.aborted) return
          setFailed({ of: result, message: error instanceof Error ? error.message : String(error) })
        },
      )
    return () => abort.abort()
  }, [result, isMissing, attempt])
  if (!isMissing) return { data: all ?? paged, isLoading: false, failure: null }
  const message = failed?.of === result ? failed.message : null
  const retry = () => {
    setFailed(null)
    setAttempt(attempt + 1)
  }
  return { data: null, isLoading: message === null, failure: message === null ? null : { message, retry } }
}

function pagedData(result: LoadedResult): VisualizationData {
  if (!isHead(result)) return result.data
  let opened: Promise<Pick<RowSource, 'page'>> | null = null
  const open = async () => {
    const [{ createRowSource }, { loadRows }] = await Promise.all([import('./row-source.ts'), loadLater()])
    return createRowSource(result.rowCount, (request, signal) => loadRows(result.id, request, signal))
  }
  const source: RowSource = {
    count: result.rowCount,
    async page(request, signal) {
      opened ??= open()
      return (await opened).page(request, signal)
    },
    async facts(column, type, signal) {
      return (await loadLater()).loadFacts(result.id, column, type, signal)
    },
  }
  return { ...result.data, source }
}
