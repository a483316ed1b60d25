import { t } from '#shared/messages/translate.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { Row } from '../visualization.ts'
import { type CopiedCells, type CopyFormat, copyText } from './copy-formats.ts'
import { type CellRange, rangeOf, type Selection } from './grid-selection.ts'
import type { TableState } from './use-table.ts'

export interface CopySource {
  columns: readonly TableColumn[]
  rowAt: TableState['rowAt']
  read: TableState['read']
}

/** More rows are for a download. */
export const maxReadRows = 50_000
const rowsAtOnce = 500

/** The text of a selection whose rows are all here; null if some must be read first. */
export function copyNow(format: CopyFormat, selection: Selection, source: CopySource): string | null {
  const range = rangeOf(selection)
  const rows: Row[] = []
  for (let place = range.firstRow; place <= range.lastRow; place++) {
    const row = source.rowAt(place)
    if (row === undefined) return null
    rows.push(row)
  }
  return copyText(format, cellsOf(rows, range, source))
}

/** Reads a selection and puts its text into the clipboard. */
export async function copyCells(format: CopyFormat, selection: Selection, source: CopySource): Promise<void> {
  const now = copyNow(format, selection, source)
  if (now !== null) return writeText(now)
  const range = rangeOf(selection)
  const rows = await readRange(range, source.read, new AbortController().signal)
  await writeText(copyText(format, cellsOf(rows, range, source)))
}

/** The rows of a range, read in pieces. Rejects when there are too many. */
export async function readRange(
  { firstRow, lastRow }: CellRange,
  read: TableState['read'],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  if (lastRow - firstRow >= maxReadRows) throw new Error(tooMany())
  const rows: Row[] = []
  for (let from = firstRow; from <= lastRow; from += rowsAtOnce) {
    rows.push(...(await read(from, Math.min(rowsAtOnce, lastRow + 1 - from), signal)))
  }
  return rows
}

function tooMany(): string {
  return t('At most {count} rows can be copied. Download the result for more.', {
    count: maxReadRows.toLocaleString('en'),
  })
}

function cellsOf(
  rows: readonly Row[],
  { firstColumn, lastColumn }: CellRange,
  { columns }: CopySource,
): CopiedCells {
  const copied = columns.slice(firstColumn, lastColumn + 1)
  return {
    columns: copied.map(({ name, type }) => ({ name, type })),
    rows: rows.map((row) => copied.map(({ name }) => row[name])),
  }
}

/** Browsers offer the clipboard only to pages of https; elsewhere the old command is left. */
async function writeText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text)
    return
  }
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give, { capture: true, once: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
}
