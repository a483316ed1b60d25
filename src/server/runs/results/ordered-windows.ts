import type pg from 'pg'
import { refuse } from '#shared/errors/refusal.ts'
import type { CellFormats } from '#shared/results/cell-text.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { factsInThread, orderInThread } from './order-in-thread.ts'
import type { RowOrder } from './order-request.ts'
import { maxOrderedRows, type OrderedRows } from './order-rows.ts'
import { giveBack } from './read-frame.ts'
import { holdUntilTaken, type Reader, readingRoom } from './reading-room.ts'
import { recentValues } from './recent-values.ts'
import type { FrameReader } from './result-frames.ts'
import { findFirstRows, type StoredResult } from './result-store.ts'
import { maxWindowBytes } from './row-window.ts'
import { sharedWork } from './shared-work.ts'

export interface OrderedWindowRequest {
  result: StoredResult
  order: RowOrder
  formats: CellFormats
  from: number
  count: number
}

/**
 * `rows`: their JSON texts as stored, fewer than requested if they are large; `found`: number of rows that match the
 * search
 */
export interface OrderedWindow {
  rows: readonly Buffer[]
  found: number
}

export interface OrderedWindows {
  /**
   * Some rows of a sorted or searched result. Rejects with the reason of `gone` when that aborts; the work stops when
   * its last waiter leaves. Throws result.too_large_to_order, result.too_many_orders.
   */
  read(request: OrderedWindowRequest, reader: Reader): Promise<OrderedWindow>
  /** What a column of a result holds; `column`: its place. The same conditions as for `read`. */
  facts(request: FactsRequest, signal: AbortSignal): Promise<ColumnFacts>
}

export interface FactsRequest {
  result: StoredResult
  column: number
  type: string | null
}

/** One order of 5,000,000 rows, or several of fewer, in each web process. */
const orderBytes = 40 * 1024 * 1024
/** Bytes of cached blocks around recently read pages. */
const blockBytes = 16 * 1024 * 1024
/** Rows cut out together: they are scattered over the result, so nearly all of it is read for them. */
const blockRows = 2000
const maxBlockBytes = 4 * 1024 * 1024
const maxWaiting = 20
/** Max windows cut out at the same time: each may take some tens of MB. */
const cutsAtOnce = 3

type Order = OrderedRows & { firstRows: Uint32Array; chunkBytes: Uint32Array }

interface Block {
  from: number
  rows: readonly Buffer[]
}

/**
 * Sorted and searched rows of large results. A thread computes the row order, one result at a time, and the order is
 * cached; each window is then cut out of the chunks that contain its rows.
 */
export function createOrderedWindows(pool: pg.Pool, frames: FrameReader): OrderedWindows {
  const orders = recentValues<Order>(orderBytes)
  const blocks = recentValues<Block>(blockBytes)
  const ordering = sharedWork<Order>()
  const counting = sharedWork<ColumnFacts>()
  const cutting = sharedWork<Block>()
  const cutters = readingRoom(cutsAtOnce)
  const inLine = oneAfterTheOther(maxWaiting)

  const orderOf = async (
    key: string,
    { result, order, formats }: OrderedWindowRequest,
    signal: AbortSignal,
  ) => {
    const known = orders.get(key)
    if (known !== undefined) return known
    if (result.row_count > maxOrderedRows) throw refuse('result.too_large_to_order')
    return ordering.join(key, signal, (goOn) =>
      inLine(goOn, async () => {
        const columns = JSON.parse(result.columns_json) as ResultColumn[]
        const { row_count, byte_count } = result
        const task = { ...order, columns, row_count, byte_count, formats }
        const ordered = await orderInThread(task, frames.frames(result, null), goOn)
        const made = { ...ordered, ...(await findFirstRows(pool, result.id)) }
        orders.put(key, made, made.order.byteLength + made.starts.byteLength)
        return made
      }),
    )
  }
  const cut = async (
    { result }: OrderedWindowRequest,
    order: Order,
    { from, size }: { from: number; size: number },
    signal: AbortSignal,
  ): Promise<Block> => {
    const leave = await cutters.enter(1)
    try {
      const rows = await cutRows(frames, result, order, order.order.subarray(from, from + size), signal)
      return { from, rows }
    } finally {
      leave()
    }
  }
  const blockOf = async (
    key: string,
    order: Order,
    request: OrderedWindowRequest,
    signal: AbortSignal,
  ): Promise<Block> => {
    const { from, count, result } = request
    const around = blockAround(request)
    if (rowsWithin(order, result, { from: around.from, count: around.size, bytes: blockBytes }).isAll) {
      const blockKey = `${key} ${around.from} ${around.size}`
      const known = blocks.get(blockKey)
      if (known !== undefined) return known
      return cutting.join(blockKey, signal, async (goOn) => {
        const block = await cut(request, order, around, goOn)
        blocks.put(blockKey, block, bytesOf(block.rows))
        return block
      })
    }
    // these rows are larger than the result's average: read only the requested ones
    return cutting.join(`${key} ${from} ${count} alone`, signal, (goOn) =>
      cut(request, order, { from, size: count }, goOn),
    )
  }
  return {
    async read(request, reader) {
      const { from, result } = request
      const signal = reader.gone
      const key = JSON.stringify([
        result.id,
        request.order,
        (request.order.search ?? request.order.filters) && request.formats,
      ])
      const order = await orderOf(key, request, signal)
      const found = order.order.length
      if (from >= found) return { rows: [], found }
      const within = rowsWithin(order, result, { from, count: request.count, bytes: maxWindowBytes })
      await holdUntilTaken(reader, within.bytes)
      const block = await blockOf(key, order, { ...request, count: within.count }, signal)
      const first = from - block.from
      return { rows: block.rows.slice(first, first + within.count), found }
    },
    async facts({ result, column, type }, signal) {
      if (result.row_count > maxOrderedRows) throw refuse('result.too_large_to_order')
      return counting.join(JSON.stringify([result.id, column, type]), signal, (goOn) =>
        inLine(goOn, () => {
          const columns = JSON.parse(result.columns_json) as ResultColumn[]
          return factsInThread({ columns, column, type }, frames.frames(result, null), goOn)
        }),
      )
    },
  }
}

/** How many entries of the order fit into these bytes, at least one. */
function rowsWithin(
  { order, starts, firstRows, chunkBytes }: Order,
  result: StoredResult,
  { from, count, bytes }: { from: number; count: number; bytes: number },
): { count: number; bytes: number; isAll: boolean } {
  const end = Math.min(from + count, order.length)
  let sum = 0
  for (let place = from; place < end; place++) {
    const number = order[place] as number
    const seq = chunkOf(number, firstRows)
    const isLast = number + 1 === (firstRows[seq + 1] ?? result.row_count)
    const next = isLast ? (chunkBytes[seq] as number) : (starts[number + 1] as number) - 1
    const size = next - (starts[number] as number)
    if (sum + size > bytes && place > from) return { count: place - from, bytes: sum, isAll: false }
    sum += size
  }
  return { count: end - from, bytes: sum, isAll: sum <= bytes }
}

/** Consecutive windows of one size share a block. */
function blockAround({ from, count, result }: OrderedWindowRequest): { from: number; size: number } {
  const bytesOfRow = result.byte_count / Math.max(1, result.row_count)
  const size = Math.max(count, Math.min(blockRows, Math.floor(maxBlockBytes / Math.max(1, bytesOfRow))))
  const start = from - (from % size)
  return from + count <= start + size ? { from: start, size } : { from, size }
}

function bytesOf(rows: readonly Buffer[]): number {
  return rows.reduce((bytes, row) => bytes + row.length, 0)
}

/** Copies the rows with these numbers out of their chunks. */
async function cutRows(
  frames: FrameReader,
  result: StoredResult,
  { starts, firstRows }: Order,
  numbers: Uint32Array,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const placesOf = new Map<number, number[]>()
  numbers.forEach((number, place) => {
    const seq = chunkOf(number, firstRows)
    const places = placesOf.get(seq)
    if (places === undefined) placesOf.set(seq, [place])
    else places.push(place)
  })
  const rows: Buffer[] = new Array(numbers.length)
  const seqs = [...placesOf.keys()].sort((one, other) => one - other)
  for await (const { seq, text } of frames.textsOf(result, seqs)) {
    signal.throwIfAborted()
    for (const place of placesOf.get(seq) ?? []) {
      const number = numbers[place] as number
      const isLast = number + 1 === (firstRows[seq + 1] ?? result.row_count)
      const end = isLast ? text.length : (starts[number + 1] as number) - 1
      rows[place] = Buffer.from(text.subarray(starts[number], end))
    }
    giveBack(text)
  }
  return rows
}

/** The last chunk whose first row is not after this row. */
function chunkOf(row: number, firstRows: Uint32Array): number {
  let low = 0
  let high = firstRows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if ((firstRows[middle] as number) <= row) low = middle
    else high = middle - 1
  }
  return low
}

/** Runs one work at a time; the others wait, unless they are aborted. Throws result.too_many_orders from `max` on. */
function oneAfterTheOther(max: number) {
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (waiting >= max) throw refuse('result.too_many_orders')
    waiting++
    const mine = line.then(() => {
      signal.throwIfAborted()
      return work()
    })
    line = mine.catch(() => {})
    return mine.finally(() => waiting--)
  }
}
