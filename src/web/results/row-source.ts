import { t } from '#shared/messages/translate.ts'
import type { ShownColumn } from '#shared/results/cell-text.ts'
import { type RowSearch, type SortColumn, writeSort } from '#shared/results/row-order.ts'
import type { ResultRow } from '#shared/results/typed-result.ts'
import type { RowPage, RowSource } from '#visualizations/visualization.ts'
import { blockRows, createBlocks, type RowBlock } from './row-blocks.ts'

/** Query arguments of `getResultRows`. */
export interface WindowRequest {
  from: number
  count: number
  sort?: string
  search?: string
  columns?: string
}

export type ReadWindow = (
  request: WindowRequest,
  signal: AbortSignal,
) => Promise<{ rows: readonly ResultRow[]; total: number }>

/** Addresses that are much longer are refused by servers on the way. */
const maxColumnsLength = 8000

/** Pages of a large result that stays on the server. Rows are read in blocks, and the next ones ahead of time. */
export function createRowSource(rowCount: number, read: ReadWindow): RowSource {
  const blocks = createBlocks()
  return {
    count: rowCount,
    async page(request, signal): Promise<RowPage> {
      const order = orderArguments(request.sort, request.search)
      const readBlock = async (index: number, own: AbortSignal): Promise<RowBlock> => {
        const { rows, total } = await read({ from: index * blockRows, count: blockRows, ...order }, own)
        return { rows, found: total }
      }
      const { from, count } = request
      const key = JSON.stringify(order)
      const wanted = blocksOf(from, count)
      const parts = await Promise.all(
        wanted.map((index) => blocks.get(`${key} ${index}`, signal, (own) => readBlock(index, own))),
      )
      const found = parts[0]?.found ?? 0
      const start = from - (wanted[0] ?? 0) * blockRows
      const rows = parts.flatMap((block) => block.rows).slice(start, start + count)
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
): Omit<WindowRequest, 'from' | 'count'> {
  const sorted = sort.length === 0 ? {} : { sort: writeSort(sort) }
  if (search === null) return sorted
  const columns = JSON.stringify(search.columns.map(shownColumn))
  if (encodeURIComponent(columns).length > maxColumnsLength) {
    throw new Error(
      t(
        'Too many columns are searched at once. Let fewer of them be used for search, or search in the query.',
      ),
    )
  }
  return { ...sorted, search: search.text, columns }
}

/** Only what the text of this kind of column depends on. */
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
