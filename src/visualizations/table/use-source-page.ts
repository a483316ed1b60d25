import { useEffect, useState } from 'react'
import type { RowPage, RowPageRequest, RowSource } from '../visualization.ts'

/** Milliseconds before placeholders replace the previous page. */
const patienceMs = 150

export interface SourcePage {
  /** number of search results; the previous number while a page loads */
  found: number
  /** the rows are those of the requested page */
  isAnswered: boolean
  /** rows of the requested page, or briefly of the previous one; null while loading takes longer */
  rows: RowPage['rows'] | null
  /** number of the first row in `rows` */
  from: number
  failure: { message: string; retry(): void } | null
}

interface Answer {
  source: RowSource
  key: string
  from: number
  page: RowPage
}

/**
 * Loads a page from a source whenever the request changes; `null` without a source, or when it is not on. `firstRows`: the already known first
 * rows in result order.
 */
export function useSourcePage(
  source: RowSource | undefined,
  request: RowPageRequest,
  firstRows: RowPage['rows'],
  isOn: boolean,
): SourcePage | null {
  const key = JSON.stringify(request)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [slow, setSlow] = useState('')
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the request; a new attempt repeats it
  useEffect(() => {
    if (source === undefined || !isOn) return
    const abort = new AbortController()
    const timer = setTimeout(() => setSlow(key), patienceMs)
    source.page(request, abort.signal).then(
      (page) => {
        clearTimeout(timer)
        setFailed(null)
        setAnswer({ source, key, from: request.from, page })
      },
      (error: unknown) => {
        clearTimeout(timer)
        if (abort.signal.aborted) return
        setFailed({ key, message: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [source, key, attempt, isOn])
  if (source === undefined || !isOn) return null

  const own = answer?.source === source ? answer : null
  const failure =
    failed?.key === key
      ? {
          message: failed.message,
          retry: () => {
            setFailed(null)
            setAttempt(attempt + 1)
          },
        }
      : null
  const found = own?.page.found ?? source.count
  if (own?.key === key) return { found, rows: own.page.rows, from: own.from, isAnswered: true, failure: null }
  const known = knownRows(request, firstRows, source.count)
  if (known !== null)
    return { found: source.count, rows: known, from: request.from, isAnswered: true, failure: null }
  const isHidden = failure !== null || slow === key || own === null
  return {
    found,
    isAnswered: false,
    rows: isHidden ? null : own.page.rows,
    from: isHidden ? request.from : own.from,
    failure,
  }
}

function knownRows(
  { from, count, sort, search, filters = [] }: RowPageRequest,
  firstRows: RowPage['rows'],
  total: number,
): RowPage['rows'] | null {
  const end = Math.min(from + count, total)
  const isPlain = sort.length === 0 && search === null && filters.length === 0
  return isPlain && end <= firstRows.length ? firstRows.slice(from, end) : null
}
