import { QueryFailed } from '../connector-errors.ts'
import { fitsDouble } from '../encode-cell.ts'

/** A number that a double cannot hold, kept as it was written: JSON.stringify writes it back digit for digit. */
interface JsonWithRaw {
  rawJSON(text: string): object
  isRawJSON(value: unknown): value is { rawJSON: string }
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const json = JSON as unknown as JsonWithRaw

/**
 * Numbers that a double may not hold: 16 digits, with a point in them or without, or a long exponent. Only what stands where
 * a number begins, as texts are full of digits.
 */
const longNumber = /(?:^|[\s,:[])-?(?:\d{16}|\d[\d.]{16}|\d+(?:\.\d+)?[eE][+-]?\d{3})/

/**
 * Parses JSON; integers beyond 2^53 and long decimals keep their digits, and what is too large or too small for a double
 * becomes a text. Throws QueryFailed.
 */
export function parseJson(text: string): unknown {
  try {
    // the reviver is slow, and only long numbers need it
    if (!longNumber.test(text)) return JSON.parse(text)
    return json.parse(text, (_key, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? keepDigits(value, source)
        : value,
    )
  } catch (error) {
    throw new QueryFailed(`The answer is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

function keepDigits(value: number, source: string): unknown {
  const [digits = '', exponent] = source.split(/[eE]/)
  if (!fitsDouble(source)) return exponent === undefined ? json.rawJSON(source) : source
  // a double holds 15 digits, wherever the point is
  return digits.replace(/^[-0.]+|\./g, '').length > 15 ? json.rawJSON(source) : value
}

/** The value at the end of a path of own names; undefined when there is none. */
export function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The text of a value that names the next page; '' for none; null for what is neither a text nor a number. */
export function tokenText(value: unknown): string | null {
  if (value === undefined || value === null || value === false) return ''
  if (json.isRawJSON(value)) return value.rawJSON
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/**
 * Receives each cell of an element. `outer` is the length of the outer key: `{"a.b":1,"a":{"b":2}}` has two cells of the
 * name `a.b`.
 */
export type HearCell = (name: string, value: unknown, outer: number) => void

/** One level of nesting becomes `a.b`; deeper objects stay JSON. `fields` keeps `a`, or `a.b`. */
export function readCells(element: unknown, fields: ReadonlySet<string> | null, hear: HearCell): void {
  if (!isPlainObject(element)) {
    hear('value', element, 'value'.length)
    return
  }
  for (const outer of Object.keys(element)) {
    const value = element[outer]
    // an empty object has no inner names that would show it
    if (!isPlainObject(value) || Object.keys(value).length === 0) {
      if (fields === null || fields.has(outer)) hear(outer, value, outer.length)
      continue
    }
    for (const inner of Object.keys(value)) {
      const name = `${outer}.${inner}`
      if (fields === null || fields.has(outer) || fields.has(name)) hear(name, value[inner], outer.length)
    }
  }
}

/** The digits of a number that was kept as it was written; null for other values. */
export function longNumberText(value: unknown): string | null {
  return json.isRawJSON(value) ? value.rawJSON : null
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value)
}
