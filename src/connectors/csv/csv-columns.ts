import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder } from '../connector.ts'
import { encodeNumber, encodeText } from '../encode-cell.ts'

const integer = /^-?(?:0|[1-9]\d*)$/
// each digit matches in only one way, so a long run of digits causes no backtracking
const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const leadingZero = /^-?0\d/
const boolean = /^(?:true|false)$/i
const date = /^\d{4}-\d\d-\d\d$/
const datetime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

export interface CellsType {
  note(cell: string | null): void
  type(): ColumnType
}

/** Infers the common type of a column's cells, one by one; numbers with leading zeros stay texts. */
export function typeOfCells(staysText = false): CellsType {
  let hasValue = false
  // types that still fit all cells
  let isInteger = !staysText
  let isDecimal = !staysText
  let isBoolean = !staysText
  let isDate = !staysText
  let isDatetime = !staysText
  return {
    note(cell) {
      if (cell === null) return
      hasValue = true
      if (isDecimal && leadingZero.test(cell) && !cell.includes('.')) isDecimal = false
      if (isDecimal && !decimal.test(cell)) isDecimal = false
      if (isInteger && !(isDecimal && integer.test(cell))) isInteger = false
      if (isBoolean && !boolean.test(cell)) isBoolean = false
      if (isDate && !date.test(cell)) isDate = false
      if (isDatetime && !date.test(cell) && !datetime.test(cell)) isDatetime = false
    },
    type() {
      if (!hasValue) return 'string'
      if (isInteger) return 'integer'
      if (isDecimal) return 'float'
      if (isBoolean) return 'boolean'
      if (isDate) return 'date'
      return isDatetime ? 'datetime' : 'string'
    },
  }
}

/** A later cell that does not have the inferred type is written as text. */
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
