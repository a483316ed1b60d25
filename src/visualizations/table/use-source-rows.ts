import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row, RowPageRequest, RowSource } from '../visualization.ts'
import type { RowWindow } from './grid-window.ts'

/** as many as `RowSource` reads at once */
const blockRows = 500
/** 5,000 rows, the nearest to what is in view */
const keptBlocks = 10
/** Milliseconds that the view must rest before rows elsewhere are requested: a dragged bar passes thousands. */
const restMs = 80

export interface SourceRows {
  found: number
  /** `found` is of this order, not of the one before */
  isAnswered: boolean
  /** `undefined` while it loads */
  rowAt(index: number): Row | undefined
  failure: { message: string; retry(): void } | null
  /** tells which rows are in view */
  look(window: RowWindow): void
}

type Order = Omit<RowPageRequest, 'from' | 'count'>

interface Known {
  source: RowSource
  key: string
  found: number
  blocks: ReadonlyMap<number, readonly Row[]>
}

/** The rows of a source around those in view, for continuous scrolling. */
export function useSourceRows(
  source: RowSource | undefined,
  order: Order,
  firstRows: readonly Row[],
  isOn: boolean,
): SourceRows | null {
  const key = JSON.stringify(order)
  const [known, setKnown] = useState<Known | null>(null)
  const [window, setWindow] = useState<RowWindow>({ first: 0, last: 1 })
  const [failed, setFailed] = useState<{ key: string; message: string } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isPlain = order.sort.length === 0 && order.search === null && (order.filters ?? []).length === 0
  const own = known !== null && known.source === source && known.key === key ? known : null
  const latest = useRef({ own, order })
  latest.current = { own, order }
  const firstBlock = Math.floor(window.first / blockRows)
  const lastBlock = Math.floor(Math.max(window.first, window.last - 1) / blockRows)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the order; a new attempt repeats
  useEffect(() => {
    if (source === undefined || !isOn) return
    const abort = new AbortController()
    const { blocks } = latest.current.own ?? { blocks: new Map() }
    const missing: number[] = []
    for (let index = firstBlock; index <= lastBlock; index++) if (!blocks.has(index)) missing.push(index)
    if (missing.length === 0) return
    const load = async (index: number) => {
      const page = await source.page(
        { ...latest.current.order, from: index * blockRows, count: blockRows },
        abort.signal,
      )
      setFailed(null)
      setKnown((before) => withBlock(before, { source, key, found: page.found }, index, page.rows))
    }
    const start = () => {
      for (const index of missing) {
        load(index).catch((error: unknown) => {
          if (abort.signal.aborted) return
          setFailed({ key, message: error instanceof Error ? error.message : String(error) })
        })
      }
    }
    const isNext =
      blocks.size === 0 || missing.every((index) => blocks.has(index - 1) || blocks.has(index + 1))
    const timer = setTimeout(start, isNext ? 0 : restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [source, key, firstBlock, lastBlock, attempt, isOn])

  const look = useCallback((next: RowWindow) => {
    setWindow((before) => (before.first === next.first && before.last === next.last ? before : next))
  }, [])
  if (source === undefined || !isOn) return null
  // while another order loads, as many rows as before have placeholders
  const found = own?.found ?? (isPlain ? source.count : Math.max(1, known?.found ?? source.count))
  return {
    found,
    isAnswered: own !== null || isPlain,
    look,
    rowAt: (index) =>
      own?.blocks.get(Math.floor(index / blockRows))?.[index % blockRows] ??
      (isPlain ? firstRows[index] : undefined),
    failure:
      failed?.key === key
        ? {
            message: failed.message,
            retry: () => {
              setFailed(null)
              setAttempt(attempt + 1)
            },
          }
        : null,
  }
}

function withBlock(
  before: Known | null,
  of: Omit<Known, 'blocks'>,
  index: number,
  rows: readonly Row[],
): Known {
  const isSame = before !== null && before.source === of.source && before.key === of.key
  const blocks = new Map(isSame ? before.blocks : [])
  blocks.set(index, rows)
  if (blocks.size > keptBlocks) {
    const farthest = [...blocks.keys()].reduce((far, one) =>
      Math.abs(one - index) > Math.abs(far - index) ? one : far,
    )
    blocks.delete(farthest)
  }
  return { ...of, blocks }
}
