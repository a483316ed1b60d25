import type { Binary, Decimal128, Document, Long, ObjectId, Timestamp } from 'mongodb'
import type { ColumnType } from '#shared/results/results-api.ts'

/** Between the keys of a path: BSON has no key with this character. */
export const pathSign = '\0'

/** Receives each cell of a document: its keys from the outside in, its type, and its JSON text. */
export type HearCell = (path: string, type: ColumnType, json: string) => void

/**
 * Objects become dotted names; an empty one stays a value, because no inner name would show it. Arrays are values, or
 * with `flattensArrays` also `a.0`, `a.1`.
 */
export function readDocument(document: Document, flattensArrays: boolean, hear: HearCell): void {
  const visit = (path: string, value: unknown) => {
    if (value === null || value === undefined) return hear(path, 'string', 'null')
    if (isPlain(value)) {
      const names = Object.keys(value)
      if (names.length === 0) hear(path, 'string', '{}')
      for (const name of names) visit(path + pathSign + name, value[name])
      return
    }
    hear(path, typeOf(value), jsonOf(value))
    if (!flattensArrays || !Array.isArray(value)) return
    for (const [index, each] of value.entries()) visit(path + pathSign + index, each)
  }
  for (const name of Object.keys(document)) visit(name, document[name])
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date) && bsonType(value) === null
  )
}

/** Classes of BSON carry their name; a document cannot have this key as an own property of a class. */
export function bsonType(value: unknown): string | null {
  const name = (value as { _bsontype?: unknown } | null)?._bsontype
  return typeof name === 'string' && !Object.hasOwn(value as object, '_bsontype') ? name : null
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  if (typeof value === 'bigint') return 'integer'
  if (value instanceof Date) return 'datetime'
  switch (bsonType(value)) {
    case 'Int32':
    case 'Long':
      return 'integer'
    case 'Double':
    case 'Decimal128':
      return 'float'
    case 'Timestamp':
      return 'datetime'
    default:
      return 'string'
  }
}

/** JSON text of a value; inside of lists and objects, numbers that readers of JSON would round are texts. */
export function jsonOf(value: unknown, isInner = false): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return wholeText(value.toString(), isInner)
  if (Array.isArray(value)) return `[${value.map((each) => jsonOf(each, true)).join(',')}]`
  if (value instanceof Date) return dateText(value)
  const type = bsonType(value)
  if (type !== null) return classText(type, value, isInner)
  const members = Object.entries(value as object)
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${jsonOf(each, true)}`).join(',')}}`
}

function classText(type: string, value: unknown, isInner: boolean): string {
  switch (type) {
    case 'Int32':
      return String(value)
    case 'Double':
      return numberText((value as { value: number }).value)
    case 'Long':
      return wholeText((value as Long).toString(), isInner)
    case 'Decimal128':
      return decimalText((value as Decimal128).toString(), isInner)
    case 'ObjectId':
      return `"${(value as ObjectId).toHexString()}"`
    case 'Binary':
      return binaryText(value as Binary)
    case 'Timestamp':
      return dateText(new Date((value as Timestamp).getHighBitsUnsigned() * 1000))
    case 'BSONRegExp': {
      const { pattern, options } = value as { pattern: string; options: string }
      return JSON.stringify(`/${pattern}/${options}`)
    }
    case 'Code':
      return JSON.stringify(String((value as { code: unknown }).code))
    case 'BSONSymbol':
      return JSON.stringify(String((value as { value: unknown }).value))
    case 'DBRef': {
      const { collection, oid, db, fields } = value as {
        collection: string
        oid: unknown
        db?: string
        fields: object
      }
      return jsonOf({ $ref: collection, $id: oid, ...(db === undefined ? {} : { $db: db }), ...fields }, true)
    }
    default:
      // MinKey and MaxKey have no value
      return JSON.stringify(type)
  }
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? String(value) : 'null'
}

function wholeText(digits: string, isInner: boolean): string {
  return isInner && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** `1E+3` and `0.10` as the database prints them; NaN and the infinities are null. */
function decimalText(digits: string, isInner: boolean): string {
  if (!jsonNumber.test(digits)) return 'null'
  return isInner ? `"${digits}"` : digits
}

const uuid = 4

function binaryText(value: Binary): string {
  const hex = Buffer.from(value.buffer).subarray(0, value.position).toString('hex')
  if (value.sub_type !== uuid || hex.length !== 32) return `"${hex}"`
  return `"${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')}"`
}

/** MongoDB has dates of other millennia than JavaScript. */
function dateText(value: Date): string {
  return Number.isNaN(value.getTime()) ? '"date out of range"' : `"${value.toISOString()}"`
}
