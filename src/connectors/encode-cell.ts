import type { CellEncoder } from './connector.ts'
import { QueryFailed } from './connector-errors.ts'

/** JSON text of a string. */
export const encodeText: CellEncoder = (cell) =>
  JSON.stringify(typeof cell === 'string' ? cell : String(cell))

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

const noFiniteNumber = /^[+-]?(?:nan|inf(?:inity)?)$/i

/**
 * A number with its digits as the database printed them. NaN and the infinities, which JSON lacks, become null. Throws
 * QueryFailed for anything else.
 */
export const encodeNumber: CellEncoder = (cell) => {
  const text = typeof cell === 'string' ? cell : String(cell)
  if (jsonNumber.test(text)) return text
  return noFiniteNumber.test(text) ? 'null' : refuseCell(text, 'number')
}

const jsonInteger = /^-?(?:0|[1-9]\d*)$/

/** A whole number, digit for digit. Throws QueryFailed for anything else. */
export const encodeInteger: CellEncoder = (cell) => {
  const text = typeof cell === 'string' ? cell : String(cell)
  return jsonInteger.test(text) ? text : refuseCell(text, 'integer')
}

const longExponent = /[eE][+-]?\d{3,}$/
/** The largest double has 309 digits. */
const maxDigits = 300

/** A number of a type that is a double in the database as well: also refuses what no double can hold. */
export const encodeDouble: CellEncoder = (cell) => {
  const json = encodeNumber(cell)
  if (json.length <= maxDigits && !longExponent.test(json)) return json
  const size = Math.abs(Number(json))
  // unlike `fitsDouble`: the smallest doubles, which have fewer digits, are what the database has
  const isDouble = size === 0 ? fitsDouble(json) : size !== Number.POSITIVE_INFINITY
  return isDouble ? json : refuseCell(json, 'number')
}

/** The shortest digits that mean the same number of 32 bits: 0.1, not 0.10000000149011612. */
export const encodeFloat32: CellEncoder = (cell) => {
  const value = cell as number
  if (!Number.isFinite(value)) return 'null'
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits)
    if (Math.fround(Number(text)) === value) return encodeValue(Number(text))
  }
  return encodeValue(Number(value.toPrecision(9)))
}

/** For text that would be stored as JSON unchanged and is not: the server is not trusted. Throws QueryFailed. */
export function refuseCell(text: string, type: string): never {
  const shown = text.length > 50 ? `${text.slice(0, 50)}…` : text
  throw new QueryFailed(`The server sent ${JSON.stringify(shown)} as a value of type ${type}.`)
}

const smallestNormal = 2 ** -1022

/**
 * Whether readers of JSON, for whom numbers are doubles, find the size of a number: `1e400` is infinite for them
 * and `1e-400` zero.
 */
export function fitsDouble(numberText: string): boolean {
  const size = Math.abs(Number(numberText))
  if (size >= smallestNormal) return size !== Number.POSITIVE_INFINITY
  return !/^[^eE]*[1-9]/.test(numberText)
}

/** Buffers as lower-case hex text. */
export const encodeBytes: CellEncoder = (cell) =>
  cell instanceof Uint8Array
    ? `"${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}"`
    : encodeText(cell)

/** Anything already JSON-able: JavaScript values from document sources. bigint keeps its digits. */
export const encodeValue: CellEncoder = (cell) => {
  switch (typeof cell) {
    case 'bigint':
      return cell.toString()
    case 'number':
      if (Object.is(cell, -0)) return '-0'
      return Number.isFinite(cell) ? String(cell) : 'null'
    case 'object':
      return cell instanceof Uint8Array ? encodeBytes(cell) : encodeObject(cell)
    case 'string':
    case 'boolean':
      return JSON.stringify(cell)
    default:
      return encodeText(cell)
  }
}

function encodeObject(cell: unknown): string {
  return (
    JSON.stringify(cell, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)) ??
    'null'
  )
}
