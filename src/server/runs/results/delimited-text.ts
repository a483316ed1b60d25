import type { ResultColumn } from '#shared/results/results-api.ts'
import { type CellKind, cellKind, rowPrefixes, scanRows } from '#shared/results/row-scanner.ts'
import {
  type ByteWriter,
  byteWriter,
  reserve,
  takeBytes,
  writeByte,
  writeSlice,
  writeText,
} from './byte-writer.ts'
import { type DateCells, dateCells } from './date-cells.ts'
import { unescapeText } from './unescape-text.ts'

export interface DelimitedOptions {
  delimiter: ',' | '\t'
  columns: readonly ResultColumn[]
  dateFormat: string
  dateTimeFormat: string
}

export interface DelimitedText {
  header(): Buffer
  /** returns the lines of one stored chunk */
  convert(chunk: Buffer): Buffer
}

const quote = 0x22
const backslash = 0x5c

/**
 * CSV and TSV (docs/reference/api-results.md#csv-and-tsv): CRLF; quotes only where needed, doubled inside; null is
 * empty; dates in the organization's formats; lists and objects as JSON text; numbers with all their digits. Texts that
 * a spreadsheet would treat as a formula get an apostrophe in front (docs/reference/promises.md#s16, OWASP).
 */
export function delimitedText({
  delimiter,
  columns,
  dateFormat,
  dateTimeFormat,
}: DelimitedOptions): DelimitedText {
  const prefixes = rowPrefixes(columns.map((column) => column.name))
  const out = byteWriter(64 * 1024)
  const cells = cellWriter(out, delimiter)
  const dates = columns.map((column) => {
    if (column.type !== 'date' && column.type !== 'datetime') return null
    return dateCells(column.type === 'date' ? dateFormat : dateTimeFormat)
  })
  const delimiterByte = delimiter.charCodeAt(0)
  const only = columns.length === 1

  const endLine = (lineStart: number) => {
    // a line with a single empty cell would be a blank line
    if (only && out.length === lineStart) writeText(out, '""')
    reserve(out, 2)
    out.bytes[out.length++] = 0x0d
    out.bytes[out.length++] = 0x0a
  }
  return {
    header() {
      columns.forEach((column, index) => {
        if (index > 0) writeByte(out, delimiterByte)
        cells.text(column.name)
      })
      endLine(0)
      return takeBytes(out)
    },
    convert(chunk) {
      reserve(out, chunk.length)
      let lineStart = 0
      scanRows(chunk, prefixes, {
        cell(column, kind, start, end) {
          if (column > 0) writeByte(out, delimiterByte)
          const date = kind === cellKind.text ? (dates[column] ?? null) : null
          if (date === null || !cells.date(date, chunk, start, end)) cells.value(chunk, kind, start, end)
        },
        endRow() {
          endLine(lineStart)
          lineStart = out.length
        },
      })
      return takeBytes(out)
    },
  }
}

/**
 * Could a spreadsheet treat a text with this beginning as a formula? True for `= + - @` in either width, also behind
 * white space, quotes and separators: spreadsheets trim cells, and some read a comma-separated file as
 * semicolon-separated. A leading tab or line break alone is enough. A sign behind a semicolon in the middle of a text
 * is left alone.
 */
const formula = /^(?:[\t\r]|[\s"';,|\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u

/** First bytes of texts that may be formulas. All other texts, which are the majority, need no closer look. */
const formulaLeads = new Set([0x3b, 0x3d, 0x40, 0x7c, 0xc2, 0xe1, 0xe2, 0xe3, 0xef])

function mayStartFormula(byte: number | undefined): boolean {
  return byte !== undefined && (byte < 0x30 || formulaLeads.has(byte))
}

/** The character that a backslash escape means; 0: a Unicode escape, left to the JSON parser. */
const plainEscapes = new Uint8Array(256)
for (const [character, byte] of [
  ...Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13 }),
  ...['"', '\\', '/'].map((c) => [c, c.charCodeAt(0)] as const),
]) {
  plainEscapes[character.charCodeAt(0)] = byte
}

/** From this length, inserting quotes into a string is much slower than writing its bytes one by one. */
const longText = 1000

function cellWriter(out: ByteWriter, delimiter: string) {
  const delimiterByte = delimiter.charCodeAt(0)
  const needsQuotes = new RegExp(`[${delimiter}"\r\n]`)
  const text = (value: string) => {
    const safe = formula.test(value) ? `'${value}` : value
    if (!needsQuotes.test(safe)) writeText(out, safe)
    else if (safe.length > longText) quotable(Buffer.from(safe), 0, Buffer.byteLength(safe))
    else writeText(out, `"${safe.replaceAll('"', '""')}"`)
  }
  /** The value from `first` on in `out` has its quotes doubled already; the byte before it is free for an opening quote. */
  const finish = (first: number, end: number, quoted: boolean) => {
    const { bytes } = out
    if (quoted) {
      bytes[out.length] = quote
      bytes[end] = quote
      out.length = end + 1
    } else {
      bytes.copyWithin(out.length, first, end)
      out.length = end - 1
    }
  }
  const quotable = (source: Buffer, start: number, end: number) => {
    reserve(out, (end - start) * 2 + 3)
    const { bytes } = out
    const first = out.length + 1
    let to = first
    let quoted = false
    for (let at = start; at < end; at++) {
      const byte = source[at] as number
      if (byte === quote) bytes[to++] = quote
      if (byte === quote || byte === delimiterByte || byte === 0x0a || byte === 0x0d) quoted = true
      bytes[to++] = byte
    }
    finish(first, to, quoted)
  }
  /** Text without escapes contains no quotes and no line breaks: only a delimiter makes quotes necessary. */
  const plainText = (source: Buffer, start: number, end: number) => {
    if (end > start && mayStartFormula(source[start])) {
      const value = source.toString('utf8', start, end)
      if (formula.test(value)) return text(value)
    }
    reserve(out, end - start + 3)
    const before = out.length
    const { bytes } = out
    let to = before
    for (let at = start; at < end; at++) {
      const byte = source[at] as number
      if (byte === delimiterByte) {
        out.length = before
        text(source.toString('utf8', start, end))
        return
      }
      bytes[to++] = byte
    }
    out.length = to
  }
  /** Quotes, backslashes and line breaks are the usual escapes, so handle them without making a string. */
  const escapedText = (source: Buffer, start: number, end: number) => {
    const lead = source[start] === backslash ? plainEscapes[source[start + 1] as number] : source[start]
    if (mayStartFormula(lead)) {
      const value = unescapeText(source, start, end)
      if (formula.test(value)) return text(value)
    }
    reserve(out, (end - start) * 2 + 3)
    const { bytes } = out
    const first = out.length + 1
    let to = first
    let quoted = false
    for (let at = start; at < end; at++) {
      let byte = source[at] as number
      if (byte === backslash) byte = plainEscapes[source[++at] as number] as number
      if (byte === 0) {
        text(unescapeText(source, start, end))
        return
      }
      if (byte === quote) bytes[to++] = quote
      if (byte === quote || byte === delimiterByte || byte === 0x0a || byte === 0x0d) quoted = true
      bytes[to++] = byte
    }
    finish(first, to, quoted)
  }
  return {
    text,
    value(source: Buffer, kind: CellKind, start: number, end: number) {
      if (kind === cellKind.text) plainText(source, start, end)
      else if (kind === cellKind.escapedText) escapedText(source, start, end)
      else if (kind === cellKind.nested) quotable(source, start, end)
      else if (kind !== cellKind.null) writeSlice(out, source, start, end)
    },
    date(date: DateCells, source: Buffer, start: number, end: number): boolean {
      const quoted = needsQuotes.test(date.literals)
      const before = out.length
      if (quoted) writeByte(out, quote)
      if (!date.write(out, source, start, end)) {
        out.length = before
        return false
      }
      if (quoted) writeByte(out, quote)
      return true
    },
  }
}
