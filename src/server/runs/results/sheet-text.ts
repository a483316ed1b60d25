import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, rowStarts, scanRows } from '#shared/results/row-scanner.ts'
import { byteWriter, takeBytes, writeSlice, writeText } from './byte-writer.ts'
import { cutText, maxCellLength, textLength } from './cut-text.ts'
import { textStart } from './text-start.ts'

/** Converts stored chunks to the XML of sheets. */
export interface SheetText {
  begin(): Buffer
  /** accepts a chunk; `take` then returns its rows in small batches, so that other work does not wait long */
  give(chunk: Buffer): void
  /** null: the chunk is used up, or the sheet is full */
  take(): Buffer | null
  end(): Buffer
  isFull(): boolean
  hasRows(): boolean
  /** columns with texts that were cut, as far as the result has been given */
  cuts(): CutColumn[]
}

export interface CutColumn {
  name: string
  cells: number
}

/** Rows per batch: a few milliseconds of work. */
const rowsAtOnce = 1000

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
const sheetEnd = '</sheetData></worksheet>'

/** `maxRows`: rows of a sheet including its header. Raw values: numbers, booleans, inline texts; never formulas. */
export function sheetText(columns: readonly ResultColumn[], maxRows: number): SheetText {
  const prefixes = rowPrefixes(columns.map((column) => column.name))
  const letters = columns.map((_, index) => columnLetters(index))
  const out = byteWriter(256 * 1024)
  const cutCells = columns.map(() => 0)
  let row = 1
  let chunk: Buffer = Buffer.alloc(0)
  let starts: number[] = [0]
  let next = 0

  /** `length` of the whole text, of which `value` may be the start */
  const inlineText = (column: number, value: string, length = value.length) => {
    const isCut = length > maxCellLength
    if (isCut) cutCells[column] = (cutCells[column] ?? 0) + 1
    writeText(out, textCell(`${letters[column]}${row}`, isCut ? cutText(value, length) : value))
  }
  const textFrom = (column: number, kind: CellKind, start: number, end: number) => {
    // no text has more units than bytes
    const isLong = end - start > maxCellLength
    const value = textStart(chunk, kind, start, end, maxCellLength)
    inlineText(column, value, isLong ? textLength(chunk, kind, start, end) : value.length)
  }
  const plainCell = (column: number, type: string, start: number, end: number) => {
    writeText(out, `<c r="${letters[column]}${row}"${type}><v>`)
    writeSlice(out, chunk, start, end)
    writeText(out, '</v></c>')
  }
  const visitor = (base: number) => ({
    cell(column: number, kind: CellKind, start: number, end: number) {
      const from = base + start
      const to = base + end
      if (column === 0) writeText(out, `<row r="${row}">`)
      if (kind === cellKind.null) return
      if (kind === cellKind.number) {
        if (survivesDouble(chunk, from, to)) plainCell(column, '', from, to)
        else inlineText(column, chunk.toString('latin1', from, to))
      } else if (kind === cellKind.true || kind === cellKind.false) {
        writeText(out, `<c r="${letters[column]}${row}" t="b"><v>${kind === cellKind.true ? 1 : 0}</v></c>`)
      } else textFrom(column, kind, from, to)
    },
    endRow() {
      writeText(out, '</row>')
      row++
    },
  })
  return {
    begin() {
      row = 1
      writeText(out, `${sheetStart}<row r="1">`)
      columns.forEach((column, index) => {
        inlineText(index, column.name)
      })
      writeText(out, '</row>')
      row = 2
      return takeBytes(out)
    },
    give(given) {
      chunk = given
      starts = rowStarts(given, prefixes)
      next = 0
    },
    take() {
      const last = Math.min(starts.length - 1, next + rowsAtOnce, next + (maxRows - row + 1))
      if (next >= last) return null
      const from = starts[next] as number
      scanRows(chunk.subarray(from, (starts[last] as number) - 1), prefixes, visitor(from))
      next = last
      return takeBytes(out)
    },
    end: () => Buffer.from(sheetEnd),
    isFull: () => row > maxRows,
    hasRows: () => next < starts.length - 1,
    cuts: () =>
      columns.flatMap(({ name }, index) => {
        const cells = cutCells[index] ?? 0
        return cells === 0 ? [] : [{ name, cells }]
      }),
  }
}

/** A small sheet of these texts and numbers. */
export function sheetOf(rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number, place: string) =>
    typeof value === 'number' ? `<c r="${place}"><v>${value}</v></c>` : textCell(place, fitting(value))
  const list = rows.map((cells, index) => {
    const written = cells.map((value, column) => cell(value, `${columnLetters(column)}${index + 1}`))
    return `<row r="${index + 1}">${written.join('')}</row>`
  })
  return `${sheetStart}${list.join('')}${sheetEnd}`
}

function fitting(text: string): string {
  return text.length > maxCellLength ? cutText(text, text.length) : text
}

function textCell(place: string, value: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

/** A, B … Z, AA … */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  }
  return letters
}

/** Every decimal number with at most this many digits survives conversion to a double and back. */
const safeDigits = 15

/** The smallest number that is not zero in a spreadsheet. */
const minNumber = 2.2250738585072014e-308

/** Does the number keep its digits in a spreadsheet, which has only doubles? */
function survivesDouble(bytes: Buffer, start: number, end: number): boolean {
  const text = bytes.toString('latin1', start, end)
  const hasExponent = /e/i.test(text)
  if (text.length <= safeDigits && !hasExponent) return true
  if (hasExponent && Math.abs(Number(text)) < minNumber && Number(text) !== 0) return false
  return digitsOf(text) === digitsOf(String(Number(text)))
}

/** Significant digits and position of the point, normalized. */
function digitsOf(text: string): string {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) return text
  const [, whole = '', fraction = '', exponent = '0'] = match
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  if (significant === '') return '0'
  const place = Number(exponent) - fraction.length + (all.length - significant.length)
  return `${significant}e${place}`
}

// code points, because of biome's rule against control characters in expressions
const special = new RegExp(
  `[&<>${String.fromCharCode(0)}-${String.fromCharCode(31)}\\ufffe\\uffff]|_(?=x[0-9A-Fa-f]{4}_)`,
  'g',
)

/** Escapes text for XML; characters that XML forbids are written as spreadsheets do: `_x0007_`. */
export function xmlText(value: string): string {
  return value.toWellFormed().replace(special, (character) => {
    switch (character) {
      case '&':
        return '&amp;'
      case '<':
        return '&lt;'
      case '>':
        return '&gt;'
      case '\n':
      case '\t':
        return character
      default:
        return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    }
  })
}
