import { QueryFailed } from '../connector-errors.ts'

export type JsonRow = Record<string, unknown>

/** A number that a double cannot hold, kept as it was written: JSON.stringify writes it back digit for digit. */
interface JsonWithRaw {
  rawJSON(text: string): object
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const json = JSON as unknown as JsonWithRaw

/** Parses JSON; integers beyond 2^53 and long decimals keep their digits. Throws QueryFailed. */
export function parseJson(text: string): unknown {
  try {
    // the reviver is slow, and only long numbers need it
    if (!/\d{16}/.test(text)) return JSON.parse(text)
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
  return source.replace(/\D/g, '').length > 15 ? json.rawJSON(source) : value
}

/** The value at a dotted path. Throws QueryFailed when there is none. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      throw new QueryFailed(`Couldn't find path ${path} in response.`)
    }
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** A list gives a row for each element, anything else one row (reference-connectors 2.7). */
export function readRows(document: unknown, fields: readonly string[] | null): JsonRow[] {
  const elements = Array.isArray(document) ? document : [document]
  return elements.filter((element) => element !== null).map((element) => readRow(element, fields))
}

/** One level of nesting becomes `a.b`; deeper objects stay JSON. `fields` keeps `a`, or `a.b`. */
function readRow(element: unknown, fields: readonly string[] | null): JsonRow {
  if (!isPlainObject(element)) return { value: element }
  const row: JsonRow = {}
  const keep = (name: string, value: unknown) => {
    if (fields === null || fields.includes(name)) row[name] = value
  }
  for (const [name, value] of Object.entries(element)) {
    if (!isPlainObject(value)) keep(name, value)
    else for (const [inner, deep] of Object.entries(value)) keepNested(row, fields, name, inner, deep)
  }
  return row
}

function keepNested(
  row: JsonRow,
  fields: readonly string[] | null,
  outer: string,
  inner: string,
  value: unknown,
): void {
  const name = `${outer}.${inner}`
  if (fields === null || fields.includes(outer) || fields.includes(name)) row[name] = value
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)
}

function isRawJson(value: object): boolean {
  return Object.hasOwn(value, 'rawJSON') && Object.isFrozen(value)
}

/** Column names: in the order of `fields`, then by first appearance. */
export function columnNames(rows: readonly JsonRow[], fields: readonly string[] | null): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  if (fields === null) return [...names]
  const rank = (name: string) => {
    const exact = fields.indexOf(name)
    return exact === -1 ? fields.indexOf(name.split('.')[0] ?? '') : exact
  }
  return [...names].sort((a, b) => rank(a) - rank(b))
}
