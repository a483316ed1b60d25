import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder } from '../connector.ts'
import { encodeText, fitsDouble } from '../encode-cell.ts'

const integer = /^-?(?:0|[1-9]\d*)$/
// a number as JSON writes it, but for `.5`; each digit can match in one way only, so that a long row of digits causes no
// backtracking
const decimal = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/
const boolean = /^(?:true|false)$/i
const date = /^\d{4}-\d\d-\d\d$/
const datetime = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/

export interface CellsType {
  note(cell: string | null): void
  type(): ColumnType
}

/**
 * What the cells of a column have in common, cell by cell; texts that look like numbers but start with zeros, or end
 * with a point, stay texts.
 */
export function typeOfCells(staysText = false): CellsType {
  let hasValue = false
  // what all cells so far could be
  let isInteger = !staysText
  let isDecimal = !staysText
  let isBoolean = !staysText
  let isDate = !staysText
  let isDatetime = !staysText
  return {
    note(cell) {
      if (cell === null) return
      hasValue = true
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

/** A cell further down that is not of the inferred type is written as the text it is. */
export function encoderOf(type: ColumnType): CellEncoder {
  switch (type) {
    case 'integer':
    case 'float':
      return encodeDecimal
    case 'boolean':
      return (cell) => (boolean.test(String(cell)) ? String(cell).toLowerCase() : encodeText(cell))
    case 'datetime':
      return (cell) => encodeText(datetime.test(String(cell)) ? String(cell).replace(' ', 'T') : cell)
    default:
      return encodeText
  }
}

const longExponent = /[eE][+-]?\d{3}/

/** The digits as they are; only `.5` gets its zero. */
const encodeDecimal: CellEncoder = (cell) => {
  const text = String(cell)
  if (!decimal.test(text)) return encodeText(text)
  if (longExponent.test(text) && !fitsDouble(text)) return encodeText(text)
  return text.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`)
}
