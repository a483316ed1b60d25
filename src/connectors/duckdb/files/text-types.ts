import type { ColumnType } from '#shared/results/results-api.ts'
import { encodeText, fitsDouble } from '../../encode-cell.ts'

const integer = /^-?(?:0|[1-9]\d*)$/
// each digit can match in one way only, so that a long row of digits causes no backtracking
const decimal = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/
const boolean = /^(?:true|false)$/i
const date = /^(\d{4})-(\d\d)-(\d\d)$/
const datetime =
  /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** The JSON text of a cell whose text is of the type; null: it is not. */
export type ReadText = (text: string) => string | null

/** Strict: a table whose column is a number has nothing but numbers there. */
export function textReader(type: ColumnType): ReadText {
  switch (type) {
    case 'integer':
      return (text) => (integer.test(text) ? text : null)
    case 'float':
      return readDecimal
    case 'boolean':
      return (text) => (boolean.test(text) ? text.toLowerCase() : null)
    case 'date':
      return (text) => (isDay(text) ? `"${text}"` : null)
    case 'datetime':
      return readInstant
    default:
      return encodeText
  }
}

const longExponent = /[eE][+-]?\d{3}/

/** The digits as they are; only `.5` gets its zero. */
function readDecimal(text: string): string | null {
  if (!decimal.test(text)) return null
  if (longExponent.test(text) && !fitsDouble(text)) return null
  return text.replace(/^(-?)\./, (_, sign: string) => `${sign}0.`)
}

function readInstant(text: string): string | null {
  if (isDay(text)) return `"${text}T00:00:00"`
  const [, day = '', , , seconds] = datetime.exec(text) ?? []
  if (!isDay(day)) return null
  const whole = seconds === undefined ? text.replace(/^(.{16})/, '$1:00') : text
  return `"${whole.replace(' ', 'T')}"`
}

function isDay(text: string): boolean {
  const [, year, month, day] = date.exec(text) ?? []
  if (year === undefined) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}

/** What all cells of a column have in common. */
export interface CellEvidence {
  see(cell: string): void
  type(): ColumnType
}

/** From the narrowest to the widest: a whole number is a number too, and a day is a time. */
const candidates: readonly ColumnType[] = ['integer', 'float', 'boolean', 'date', 'datetime']

/** `types`: those that a text may turn out to be; it stays a text otherwise. */
export function textEvidence(types: readonly ColumnType[] = candidates): CellEvidence {
  let left = types.map((type) => ({ type, read: textReader(type) }))
  let hasSeen = false
  return {
    see(text) {
      hasSeen = true
      if (left.length > 0) left = left.filter(({ read }) => read(text) !== null)
    },
    type: () => (hasSeen ? (left[0]?.type ?? 'string') : 'string'),
  }
}
