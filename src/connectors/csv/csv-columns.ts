import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder } from '../connector.ts'
import { encodeNumber, encodeText } from '../encode-cell.ts'

const integer = /^-?(?:0|[1-9]\d*)$/
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const leadingZero = /^-?0\d/
const boolean = /^(?:true|false)$/i
const date = /^\d{4}-\d\d-\d\d$/
const datetime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

/** What the cells of a column have in common; texts that look like numbers but start with zeros stay texts. */
export function inferType(cells: readonly (string | null)[]): ColumnType {
  const values = cells.filter((cell) => cell !== null)
  if (values.length === 0) return 'string'
  const all = (pattern: RegExp) => values.every((value) => pattern.test(value))
  if (values.some((value) => leadingZero.test(value) && !value.includes('.'))) return 'string'
  if (all(integer)) return 'integer'
  if (all(decimal)) return 'float'
  if (all(boolean)) return 'boolean'
  if (all(date)) return 'date'
  return values.every((value) => date.test(value) || datetime.test(value)) ? 'datetime' : 'string'
}

/** A cell further down that is not of the inferred type is written as the text it is. */
export function encoderOf(type: ColumnType): CellEncoder {
  switch (type) {
    case 'integer':
    case 'float':
      return (cell) => (decimal.test(String(cell)) ? encodeNumber(cell) : encodeText(cell))
    case 'boolean':
      return (cell) => (boolean.test(String(cell)) ? String(cell).toLowerCase() : encodeText(cell))
    case 'datetime':
      return (cell) => encodeText(String(cell).replace(' ', 'T'))
    default:
      return encodeText
  }
}
