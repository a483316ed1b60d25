import type { Pivot } from './compute-pivot.ts'
import type { Aggregate } from './pivot-aggregators.ts'
import type { PivotOptions } from './pivot-options.ts'
import { type Extent, extentOf, type PivotStart, positionsIn } from './pivot-part.ts'

/** The table as tab-separated text for spreadsheets: plain numbers, no totals. */
export interface TsvModel {
  kind: 'tsv'
  rowExtent: Extent
  colExtent: Extent
  text: string
}

const maxCells = 500_000
const maxCols = 2_000

export function tsvModel(pivot: Pivot, options: PivotOptions, start: PivotStart): TsvModel {
  const { rows, cols } = pivot
  const colExtent = extentOf(cols, start.col, maxCols)
  const rowExtent = extentOf(rows, start.row, Math.floor(maxCells / Math.max(1, colExtent.count)))
  const colPositions = positionsIn(colExtent)
  const heads =
    cols.fields.length === 0
      ? [options.aggregatorName]
      : colPositions.map((col) => textCell(cols.key(col).join('-')))
  const line = (key: readonly string[], values: readonly Aggregate[]) =>
    [...key.map(textCell), ...values.map(valueCell)].join('\t')
  const valuesOf = (row: number | null): Aggregate[] => {
    if (row === null) return cols.fields.length === 0 ? [pivot.total] : colPositions.map(pivot.colTotal)
    return cols.fields.length === 0 ? [pivot.rowTotal(row)] : colPositions.map((col) => pivot.cell(row, col))
  }
  const lines =
    rows.fields.length === 0
      ? [line([], valuesOf(null))]
      : positionsIn(rowExtent).map((row) => line(rows.key(row), valuesOf(row)))
  return {
    kind: 'tsv',
    rowExtent,
    colExtent,
    text: [[...rows.fields.map(textCell), ...heads].join('\t'), ...lines].join('\n'),
  }
}

/** Replaces tabs and line breaks, and escapes texts that a spreadsheet would run as formulas, except numbers. */
function textCell(text: string): string {
  const plain = text.replace(/[\t\r\n]+/g, ' ')
  const isNumber = plain.trim() !== '' && Number.isFinite(Number(plain))
  return /^[=+\-@]/.test(plain) && !isNumber ? `'${plain}` : plain
}

/** Prints 15 significant digits, which drops floating-point noise (0.1 + 0.2). */
function valueCell(value: Aggregate): string {
  if (value === null) return ''
  if (typeof value === 'string') return textCell(value)
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : ''
}
