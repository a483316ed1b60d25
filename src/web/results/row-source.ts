import { t } from '#shared/messages/translate.ts'
import type { ShownColumn } from '#shared/results/cell-text.ts'
import type { ColumnFilter } from '#shared/results/column-filter.ts'
import { type RowSearch, type SortColumn, writeSort } from '#shared/results/row-order.ts'
import type { ResultRow } from '#shared/results/typed-result.ts'
import type { RowPage, RowSource } from '#visualizations/visualization.ts'

/** Number of rows read together. */
const blockRows = 500

/** Number of cached blocks: 5,000 rows, some MB. */
const keptBlocks = 10

/** Query arguments of `getResultRows`. */
export interface WindowRequest {
  from: number
  count: number
  sort?: string
  search?: string
  columns?: string
  filters?: string
}

/**
 * `rows`: fewer than requested if they are large; `total`: number of all rows; `length`: of the text that contained
 * them
 */
export type ReadWindow = (
  request: WindowRequest,
  signal: AbortSignal,
) => Promise<{ rows: readonly ResultRow[]; total: number; length: number }>

/** Proxies may refuse much longer addresses. */
const maxColumnsLength = 8000

/** A larger page is refused: the browser could not hold it together with what it makes of it. */
const maxPageLength = 100_000_000

/** Pages of a large result that stays on the server. Rows are read in blocks, and the next ones prefetched. */
export function createRowSource(rowCount: number, read: ReadWindow): Omit<RowSource, 'facts'> {
  const blocks = createBlocks()
  return {
    count: rowCount,
    async page(request, signal): Promise<RowPage> {
      const order = orderArguments(request.sort, request.search, request.filters ?? [])
      const readWindow = async (from: number, count: number, own: AbortSignal): Promise<RowBlock> => {
        const { rows, total, length } = await read({ from, count, ...order }, own)
        return { rows, found: total, length }
      }
      const readBlock = (index: number, own: AbortSignal) => readWindow(index * blockRows, blockRows, own)
      const { from, count } = request
      const key = JSON.stringify(order)
      const wanted = blocksOf(from, count)
      const parts = await Promise.all(
        wanted.map((index) => blocks.get(`${key} ${index}`, signal, (own) => readBlock(index, own))),
      )
      const found = parts[0]?.found ?? 0
      const end = Math.min(from + count, found)
      const rows: ResultRow[] = []
      let length = 0
      for (const [part, block] of parts.entries()) {
        const first = ((wanted[0] ?? 0) + part) * blockRows
        const last = Math.min(first + blockRows, end)
        rows.push(...block.rows.slice(from + rows.length - first, last - first))
        // large rows: the server has sent only part of the block
        while (from + rows.length < last) {
          const next = from + rows.length
          const rest = await blocks.get(`${key} ${next}-${last}`, signal, (own) =>
            readWindow(next, last - next, own),
          )
          length += rest.length
          if (rest.rows.length === 0) throw new Error(t('Some rows of this page are missing.'))
          if (length > maxPageLength)
            throw new Error(
              t(
                'The rows of this page are too large to be shown together. Let the table show fewer rows on a page, or download the result.',
              ),
            )
          rows.push(...rest.rows)
        }
      }
      for (const index of blocksOf(from + count, count)) {
        if (index * blockRows < found) blocks.ahead(`${key} ${index}`, (own) => readBlock(index, own))
      }
      return { rows, found }
    },
  }
}

function blocksOf(from: number, count: number): number[] {
  const first = Math.floor(from / blockRows)
  const last = Math.floor((from + count - 1) / blockRows)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function orderArguments(
  sort: readonly SortColumn[],
  search: RowSearch | null,
  filters: readonly ColumnFilter[],
): Omit<WindowRequest, 'from' | 'count'> {
  const ordered = {
    ...(sort.length === 0 ? {} : { sort: writeSort(sort) }),
    ...(filters.length === 0 ? {} : { filters: filterArgument(filters) }),
  }
  if (search === null) return ordered
  const columns = JSON.stringify(search.columns.map(shownColumn))
  if (isTooLong(columns)) {
    // without their formats, so that at least the values are searched
    const names = JSON.stringify(search.columns.map(({ name }) => name))
    if (isTooLong(names)) {
      throw new Error(
        t(
          'Too many columns are searched at once. Let fewer of them be used for search, or search in the query.',
        ),
      )
    }
    return { ...ordered, search: search.text, columns: names }
  }
  return { ...ordered, search: search.text, columns }
}

function filterArgument(filters: readonly ColumnFilter[]): string {
  const text = JSON.stringify(
    filters.map(({ column, type, test, value }) => ({ column: shownColumn(column), type, test, value })),
  )
  if (isTooLong(text)) throw new Error(t('These filters are too long. Filter in the query.'))
  return text
}

function isTooLong(argument: string): boolean {
  return encodeURIComponent(argument).length > maxColumnsLength
}

/** Only the properties of the column that the text of its cells depends on. */
function shownColumn(column: ShownColumn): ShownColumn {
  const { name, displayAs } = column
  switch (displayAs) {
    case 'number':
      return { name, displayAs, numberFormat: column.numberFormat }
    case 'datetime':
      return { name, displayAs, dateTimeFormat: column.dateTimeFormat }
    case 'boolean':
      return { name, displayAs, booleanValues: column.booleanValues }
    case 'link':
      return {
        name,
        displayAs,
        linkUrlTemplate: column.linkUrlTemplate,
        linkTextTemplate: column.linkTextTemplate,
      }
    case 'image':
      return {
        name,
        displayAs,
        imageUrlTemplate: column.imageUrlTemplate,
        imageTitleTemplate: column.imageTitleTemplate,
      }
    default:
      return column.allowHTML === true ? { name, displayAs, allowHTML: true } : { name, displayAs }
  }
}

/** `length`: of the text that contained the rows */
interface RowBlock {
  rows: readonly ResultRow[]
  found: number
  length: number
}

type ReadBlock = (signal: AbortSignal) => Promise<RowBlock>

interface Entry {
  block: Promise<RowBlock>
  abort: AbortController
  isThere: boolean
  waiters: number
}

interface RowBlocks {
  /** the block of this key, read if it is not cached; rejects with the signal's reason if that aborts */
  get(key: string, signal: AbortSignal, read: ReadBlock): Promise<RowBlock>
  /** prefetches the block */
  ahead(key: string, read: ReadBlock): void
}

/**
 * A cache of the most recently used blocks. A read is cancelled when no caller waits for it; a failed one is repeated.
 */
function createBlocks(): RowBlocks {
  const entries = new Map<string, Entry>()

  const drop = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key)
  }
  const enter = (key: string, read: ReadBlock): Entry => {
    const known = entries.get(key)
    if (known !== undefined) {
      entries.delete(key)
      entries.set(key, known)
      return known
    }
    const abort = new AbortController()
    const entry: Entry = { block: read(abort.signal), abort, isThere: false, waiters: 0 }
    entry.block.then(
      () => {
        entry.isThere = true
      },
      () => drop(key, entry),
    )
    entries.set(key, entry)
    for (const [oldest, old] of entries) {
      if (entries.size <= keptBlocks) break
      if (old.waiters > 0) continue
      entries.delete(oldest)
      old.abort.abort()
    }
    return entry
  }
  return {
    async get(key, signal, read) {
      signal.throwIfAborted()
      const entry = enter(key, read)
      entry.waiters++
      const left = Promise.withResolvers<never>()
      const leave = () => left.reject(signal.reason)
      signal.addEventListener('abort', leave)
      try {
        return await Promise.race([entry.block, left.promise])
      } finally {
        signal.removeEventListener('abort', leave)
        entry.waiters--
        if (entry.waiters === 0 && !entry.isThere) {
          drop(key, entry)
          entry.abort.abort()
        }
      }
    },
    ahead: (key, read) => void enter(key, read),
  }
}
