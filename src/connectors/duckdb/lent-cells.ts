import type { DuckDBValue, DuckDBVector } from '@duckdb/node-api'
import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'
import { readDay, readInstant } from './lent-times.ts'
import type { LentType } from './lent-types.ts'

type DuckDb = typeof import('@duckdb/node-api')

/** Puts a stored cell into a vector of a column. The type fits all cells of the column, see `typeEvidence`. */
export type PutCell = (
  vector: DuckDBVector,
  row: number,
  kind: CellKind,
  bytes: Buffer,
  start: number,
  end: number,
) => void

/** Digits of a whole number that JavaScript's own numbers keep. */
const exactDigits = 15
const [zero, minus, point] = [0x30, 0x2d, 0x2e]

export function putCell(duckdb: DuckDb, type: LentType): PutCell {
  const read = valueReader(duckdb, type)
  return (vector, row, kind, bytes, start, end) => {
    // the vectors of a chunk are reused, so nulls are written too
    vector.setItem(row, kind === cellKind.null ? null : read(kind, bytes, start, end))
  }
}

function valueReader(
  { DuckDBDateValue, DuckDBDecimalValue, DuckDBTimestampTZValue, DuckDBTimestampValue }: DuckDb,
  type: LentType,
): (kind: CellKind, bytes: Buffer, start: number, end: number) => DuckDBValue {
  switch (type.name) {
    case 'BOOLEAN':
      return (kind) => kind === cellKind.true
    case 'BIGINT':
    case 'HUGEINT':
      return (_kind, bytes, start, end) => wholeAt(bytes, start, end)
    case 'DOUBLE':
      return (_kind, bytes, start, end) => Number(bytes.toString('latin1', start, end))
    case 'DECIMAL':
      return (_kind, bytes, start, end) =>
        new DuckDBDecimalValue(unscaledAt(bytes, start, end, type.scale), type.width, type.scale)
    case 'DATE':
      return (_kind, bytes, start, end) => new DuckDBDateValue(readDay(bytes, start, end) ?? 0)
    case 'TIMESTAMP':
      return (_kind, bytes, start, end) =>
        new DuckDBTimestampValue(readInstant(bytes, start, end)?.micros ?? 0n)
    case 'TIMESTAMPTZ':
      return (_kind, bytes, start, end) =>
        new DuckDBTimestampTZValue(readInstant(bytes, start, end)?.micros ?? 0n)
    default:
      return textOf
  }
}

/** Texts as they are, everything else as its JSON text. */
function textOf(kind: CellKind, bytes: Buffer, start: number, end: number): string {
  if (kind === cellKind.escapedText) return JSON.parse(bytes.toString('utf8', start - 1, end + 1))
  return bytes.toString('utf8', start, end)
}

function wholeAt(bytes: Buffer, start: number, end: number): bigint {
  const isNegative = bytes[start] === minus
  const first = isNegative ? start + 1 : start
  if (end - first > exactDigits) return BigInt(bytes.toString('latin1', start, end))
  let value = 0
  for (let at = first; at < end; at++) value = value * 10 + (bytes[at] as number) - zero
  return BigInt(isNegative ? -value : value)
}

/** The digits of a number without its point, with `scale` of them after it. */
function unscaledAt(bytes: Buffer, start: number, end: number, scale: number): bigint {
  const at = bytes.indexOf(point, start)
  const isWhole = at === -1 || at >= end
  const whole = bytes.toString('latin1', start, isWhole ? end : at)
  const fraction = isWhole ? '' : bytes.toString('latin1', at + 1, end)
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
