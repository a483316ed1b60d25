import type { Db } from '#server/kernel/index.ts'
import type { ResultColumn } from '#shared/results/results-api.ts'
import { rowPrefixes, rowStarts } from '#shared/results/row-scanner.ts'
import { giveBack } from './read-frame.ts'
import { holdUntilTaken, makingRoom, type Reader, smallBytes } from './reading-room.ts'
import type { StoredResult } from './result-store.ts'
import { findChunksAround, readChunk, type SizedChunk } from './sized-chunk-store.ts'

export interface WindowRequest {
  result_id: number
  columns_json: string
  from: number
  count: number
  /** rows stored so far */
  total: number
  /** false while the run is active: more may come */
  complete: boolean
}

/** Max bytes of a window's rows as JSON text, made in memory. The rest is cut off. */
export const maxWindowBytes = 16 * 1024 * 1024
/** The same for the first rows of a large result. */
const maxHeadBytes = 8 * 1024 * 1024

/**
 * `{columns, rows, from, total, complete, cut}` as JSON text: some rows of a result, from the chunks that contain them.
 * Fewer rows than requested if they are large, but at least one.
 */
export async function rowWindow(db: Db, request: WindowRequest, reader: Reader): Promise<Buffer> {
  return readRows(db, request, { maxBytes: maxWindowBytes, reader }, (parts, isCut) =>
    windowText(request, parts, isCut),
  )
}

/** The same around rows that were already cut out. */
export function windowText(
  { columns_json, from, total, complete }: Omit<WindowRequest, 'result_id' | 'count'>,
  rows: readonly Buffer[],
  isCut: boolean,
): Buffer {
  const rest = JSON.stringify({ from, total, complete, cut: isCut })
  return Buffer.concat([
    Buffer.from(`{"columns":${columns_json},"rows":[`),
    ...withCommas(rows),
    Buffer.from(`],${rest.slice(1)}`),
  ])
}

function withCommas(rows: readonly Buffer[]): Buffer[] {
  return rows.flatMap((row, index) => (index === 0 ? [row] : [comma, row]))
}

const comma = Buffer.from(',')

/** Rows beyond `maxBytes` are cut off. `reader` is the client that gets the window. */
interface WindowLimit {
  maxBytes: number
  reader: Reader
}

/**
 * Reads the rows of a window and converts their JSON texts, each of one or more rows separated by commas. Reads at
 * least one row, whatever its size.
 */
async function readRows<T>(
  db: Db,
  request: WindowRequest,
  { maxBytes, reader }: WindowLimit,
  make: (parts: Buffer[], isCut: boolean) => T,
): Promise<T> {
  const { from } = request
  // chunks may be stored before their rows are counted and their columns reported
  const count = Math.min(request.count, Math.max(0, request.total - from))
  const chunks = count === 0 ? [] : await findChunksAround(db, request.result_id, from, count)
  const leave = await enterFor(chunks, maxBytes, reader)
  try {
    const columns = JSON.parse(request.columns_json) as ResultColumn[]
    const prefixes = rowPrefixes(columns.map((column) => column.name))
    const parts: Buffer[] = []
    let left = maxBytes
    let rows = 0
    for (const chunk of chunks) {
      const text = await readChunk(db, chunk)
      const starts = rowStarts(text, prefixes)
      const first = Math.max(0, from - chunk.first_row)
      const wanted = Math.min(chunk.row_count, from + count - chunk.first_row)
      let last = lastWithin(first, wanted, (row) => rowsBetween(text, starts, first, row).length <= left)
      if (last === first && parts.length === 0) last = Math.min(wanted, first + 1)
      const part = rowsBetween(text, starts, first, last)
      const isSmall = part.length * 2 < text.length
      if (part.length > 0) parts.push(isSmall ? Buffer.from(part) : part)
      if (isSmall) giveBack(text)
      left -= part.length
      rows += last - first
      if (last < wanted) break
    }
    return make(parts, rows < count)
  } finally {
    leave()
  }
}

function rowsBetween(text: Buffer, starts: readonly number[], first: number, last: number): Buffer {
  return last <= first
    ? text.subarray(0, 0)
    : text.subarray(starts[first], (starts[last] ?? text.length + 1) - 1)
}

/** The last place in first..last that is within, by binary search; requires that `first` is. */
function lastWithin(first: number, last: number, isWithin: (place: number) => boolean): number {
  if (last <= first || isWithin(last)) return last
  let low = first
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (isWithin(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * The rows are in memory twice, in pieces and as a whole, beside the chunk being read; and once until they are sent.
 * Take that last place first: a reader with a place in the making room must not wait for clients.
 */
async function enterFor(chunks: readonly SizedChunk[], limit: number, reader: Reader): Promise<() => void> {
  let all = 0
  let largest = 0
  for (const { byte_count, size } of chunks) {
    all += byte_count
    largest = Math.max(largest, byte_count + size)
  }
  if (all <= smallBytes) return () => {}
  const bytes = Math.min(all, Math.max(limit, largest))
  await holdUntilTaken(reader, bytes)
  return await makingRoom.enter(bytes * 2 + largest)
}

/** The first rows of a result as JSON text, for the head of a large one: fewer if they are large. */
export async function firstRowsText(
  db: Db,
  result: Pick<StoredResult, 'id' | 'columns_json' | 'row_count'>,
  count: number,
  reader: Reader,
): Promise<Buffer> {
  const { id, columns_json, row_count: total } = result
  const request = { result_id: id, columns_json, total, complete: true, from: 0, count }
  return readRows(db, request, { maxBytes: maxHeadBytes, reader }, (parts) =>
    Buffer.concat(withCommas(parts)),
  )
}
