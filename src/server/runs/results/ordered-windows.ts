import type pg from 'pg'
import { refuse } from '#shared/errors/refusal.ts'
import type { CellFormats } from '#shared/results/cell-text.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { orderInThread } from './order-in-thread.ts'
import type { RowOrder } from './order-request.ts'
import { maxOrderedRows, type OrderedRows } from './order-rows.ts'
import { giveBack } from './read-frame.ts'
import { readingRoom } from './reading-room.ts'
import { recentValues } from './recent-values.ts'
import type { FrameReader } from './result-frames.ts'
import { findFirstRows, type StoredResult } from './result-store.ts'
import { largestWindow, windowTooLarge } from './row-window.ts'
import { sharedWork } from './shared-work.ts'

export interface OrderedWindowRequest {
  result: StoredResult
  order: RowOrder
  formats: CellFormats
  from: number
  count: number
}

/** `rows`: their JSON texts as stored; `found`: all rows that the search leaves */
export interface OrderedWindow {
  rows: readonly Buffer[]
  found: number
}

export interface OrderedWindows {
  /**
   * Some rows of a sorted or searched result. Rejects with the signal's reason when that aborts; the work ends when nobody
   * waits for it any more. Throws result.too_large_to_order, result.too_many_orders, request.invalid for rows that are too
   * large to be sent together.
   */
  read(request: OrderedWindowRequest, signal: AbortSignal): Promise<OrderedWindow>
}

/** One order of 5,000,000 rows, or several of fewer, in each web process. */
const orderBytes = 40 * 1024 * 1024
/** Pages around those that were read lately. */
const blockBytes = 16 * 1024 * 1024
/** Rows that are taken out together: they lie all over the result, so nearly all of it is read for them. */
const blockRows = 2000
const largestBlock = 4 * 1024 * 1024
const maxWaiting = 20
/** Windows that are cut out at the same time: each may hold some tens of MB. */
const cutsAtOnce = 3

type Order = OrderedRows & { firstRows: Uint32Array }

interface Block {
  from: number
  rows: readonly Buffer[]
}

/**
 * Sorted and searched rows of large results: which rows and in which order is worked out once in a thread, one result
 * after the other, and kept; then each window is cut out of the chunks that hold its rows.
 */
export function createOrderedWindows(pool: pg.Pool, frames: FrameReader): OrderedWindows {
  const orders = recentValues<Order>(orderBytes)
  const blocks = recentValues<Block>(blockBytes)
  const ordering = sharedWork<Order>()
  const cutting = sharedWork<Block | null>()
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
        const ordered = await orderInThread(task, frames.frames(result), goOn)
        const made = { ...ordered, firstRows: await findFirstRows(pool, result.id) }
        orders.put(key, made, made.order.byteLength + made.starts.byteLength)
        return made
      }),
    )
  }
  const cut = async (
    { result }: OrderedWindowRequest,
    order: Order,
    { from, size, limit }: { from: number; size: number; limit: number },
    signal: AbortSignal,
  ) => {
    const leave = await cutters.enter(1)
    try {
      return await cutRows(frames, result, order, order.order.subarray(from, from + size), limit, signal)
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
    const { from, count } = request
    const around = blockAround(request)
    const blockKey = `${key} ${around.from} ${around.size}`
    const known = blocks.get(blockKey)
    if (known !== undefined) return known
    const block = await cutting.join(blockKey, signal, async (goOn) => {
      const rows = await cut(request, order, { ...around, limit: blockBytes }, goOn)
      if (rows !== null) blocks.put(blockKey, { from: around.from, rows }, bytesOf(rows))
      return rows === null ? null : { from: around.from, rows }
    })
    if (block !== null) return block
    // rows here are larger than those of the result are on the whole: only what is asked for
    return cutting.join(`${key} ${from} ${count} alone`, signal, async (goOn) => {
      const rows = await cut(request, order, { from, size: count, limit: largestWindow }, goOn)
      if (rows === null) throw windowTooLarge()
      return { from, rows }
    }) as Promise<Block>
  }
  return {
    async read(request, signal) {
      const key = JSON.stringify([request.result.id, request.order, request.order.search && request.formats])
      const order = await orderOf(key, request, signal)
      const found = order.order.length
      if (request.from >= found) return { rows: [], found }
      const block = await blockOf(key, order, request, signal)
      const first = request.from - block.from
      return { rows: block.rows.slice(first, first + request.count), found }
    },
  }
}

/** Windows of one size, one after the other, share a block. */
function blockAround({ from, count, result }: OrderedWindowRequest): { from: number; size: number } {
  const bytesOfRow = result.byte_count / Math.max(1, result.row_count)
  const size = Math.max(count, Math.min(blockRows, Math.floor(largestBlock / Math.max(1, bytesOfRow))))
  const start = from - (from % size)
  return from + count <= start + size ? { from: start, size } : { from, size }
}

function bytesOf(rows: readonly Buffer[]): number {
  return rows.reduce((bytes, row) => bytes + row.length, 0)
}

/** Copies the rows with these numbers out of the chunks that hold them; null when they take more bytes together. */
async function cutRows(
  frames: FrameReader,
  result: StoredResult,
  { starts, firstRows }: Order,
  numbers: Uint32Array,
  limit: number,
  signal: AbortSignal,
): Promise<Buffer[] | null> {
  const placesOf = new Map<number, number[]>()
  numbers.forEach((number, place) => {
    const seq = chunkOf(number, firstRows)
    const places = placesOf.get(seq)
    if (places === undefined) placesOf.set(seq, [place])
    else places.push(place)
  })
  const rows: Buffer[] = new Array(numbers.length)
  let left = limit
  const seqs = [...placesOf.keys()].sort((one, other) => one - other)
  for await (const { seq, text } of frames.textsOf(result, seqs)) {
    signal.throwIfAborted()
    for (const place of placesOf.get(seq) ?? []) {
      const number = numbers[place] as number
      const isLast = number + 1 === (firstRows[seq + 1] ?? result.row_count)
      const end = isLast ? text.length : (starts[number + 1] as number) - 1
      const row = text.subarray(starts[number], end)
      left -= row.length
      if (left < 0) return null
      rows[place] = Buffer.from(row)
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

/** Lets one work run at a time; the others wait, unless they are given up meanwhile. */
function oneAfterTheOther(most: number) {
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (waiting >= most) throw refuse('result.too_many_orders')
    waiting++
    const mine = line.then(() => {
      signal.throwIfAborted()
      return work()
    })
    line = mine.catch(() => {})
    return mine.finally(() => waiting--)
  }
}
