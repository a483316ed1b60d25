import { keepsDigits } from '#shared/results/parse-result.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import { type CellKind, cellKind } from '#shared/results/row-scanner.ts'
import { readDay, readInstant } from './lent-times.ts'

/** The type of a table's column in DuckDB. `scale`: digits after the point. */
export type LentType =
  | { name: 'VARCHAR' | 'BOOLEAN' | 'BIGINT' | 'HUGEINT' | 'DOUBLE' | 'DATE' | 'TIMESTAMP' | 'TIMESTAMPTZ' }
  | { name: 'DECIMAL'; width: 18 | 38; scale: number }

export function typeText(type: LentType): string {
  return type.name === 'DECIMAL' ? `DECIMAL(${type.width},${type.scale})` : type.name
}

/** What a column is taken for before its values are known. */
export function declaredType(type: ColumnType | null): LentType {
  switch (type) {
    case 'integer':
      return { name: 'BIGINT' }
    case 'float':
      return { name: 'DOUBLE' }
    case 'boolean':
      return { name: 'BOOLEAN' }
    case 'date':
      return { name: 'DATE' }
    case 'datetime':
      return { name: 'TIMESTAMP' }
    default:
      return { name: 'VARCHAR' }
  }
}

/** Collects what the values of a column are, so that the type that is chosen loses none of their digits. */
export interface TypeEvidence {
  see(kind: CellKind, bytes: Buffer, start: number, end: number): void
  type(): LentType
}

/** Texts stay texts, whatever they look like; null: the values need not be looked at. */
export function typeEvidence(declared: ColumnType | null): TypeEvidence | null {
  if (declared === 'string') return null
  const numbers = numberEvidence()
  const isDay = declared === 'date'
  const isInstant = declared === 'datetime'
  let booleans = 0
  let days = 0
  let local = 0
  let zoned = 0
  let others = 0
  return {
    see(kind, bytes, start, end) {
      if (kind === cellKind.null) return
      if (kind === cellKind.number) numbers.see(bytes, start, end)
      else if (kind === cellKind.true || kind === cellKind.false) booleans++
      else if (kind !== cellKind.text) others++
      else if (isDay && readDay(bytes, start, end) !== null) days++
      else if (isInstant) {
        const instant = readInstant(bytes, start, end)
        if (instant === null) others++
        else if (instant.isZoned) zoned++
        else local++
      } else others++
    },
    type() {
      const kinds = [numbers.count(), booleans, days, local, zoned, others].filter((count) => count > 0)
      if (kinds.length === 0) return declaredType(declared)
      if (kinds.length > 1 || others > 0) return { name: 'VARCHAR' }
      if (booleans > 0) return { name: 'BOOLEAN' }
      if (days > 0) return { name: 'DATE' }
      if (local > 0) return { name: 'TIMESTAMP' }
      if (zoned > 0) return { name: 'TIMESTAMPTZ' }
      return numbers.type(declared === 'float')
    },
  }
}

/** Digits that every BIGINT, DECIMAL(18) and DOUBLE keeps. */
const [ofBigint, ofDecimal, ofDouble] = [18, 38, 15]
const [zero, nine, point, minus] = [0x30, 0x39, 0x2e, 0x2d]

function numberEvidence() {
  let count = 0
  /** the most digits before and after the point */
  let whole = 0
  let scale = 0
  let hasFraction = false
  let hasExponent = false
  /** a zero at the end after the point: only decimals are printed so, never doubles */
  let isDecimal = false
  /** a DOUBLE would keep all digits */
  let isExact = true
  let fitsBigint = true
  return {
    count: () => count,
    see(bytes: Buffer, start: number, end: number) {
      count++
      let at = bytes[start] === minus ? start + 1 : start
      const first = at
      while (isDigit(bytes[at])) at++
      const digits = at - first
      if (digits > whole) whole = digits
      let fraction = 0
      if (bytes[at] === point) {
        const from = ++at
        while (isDigit(bytes[at])) at++
        fraction = at - from
        hasFraction = true
        if (fraction > scale) scale = fraction
        if (bytes[at - 1] === zero) isDecimal = true
      }
      if (at < end) hasExponent = true
      if (digits > ofBigint && fitsBigint) fitsBigint = isBigint(bytes.toString('latin1', start, end))
      if (isExact && digits + fraction > ofDouble) isExact = keepsDigits(bytes.toString('latin1', start, end))
    },
    type(isFloat: boolean): LentType {
      if (hasExponent) return { name: isExact ? 'DOUBLE' : 'VARCHAR' }
      if (!hasFraction) {
        if (isFloat && isExact) return { name: 'DOUBLE' }
        if (fitsBigint) return { name: 'BIGINT' }
        return { name: whole <= ofDecimal ? 'HUGEINT' : 'VARCHAR' }
      }
      if (isExact && !isDecimal) return { name: 'DOUBLE' }
      if (whole + scale > ofDecimal) return { name: isExact ? 'DOUBLE' : 'VARCHAR' }
      return { name: 'DECIMAL', width: whole + scale <= ofBigint ? 18 : 38, scale }
    },
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

function isBigint(literal: string): boolean {
  return /^-?\d+$/.test(literal) && BigInt.asIntN(64, BigInt(literal)) === BigInt(literal)
}
