import type { ColumnType } from '#shared/results/results-api.ts'
import { breaks } from '../breaks.ts'
import type { CellEncoder, Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { refuseCell } from '../encode-cell.ts'
import { bytesOf } from '../http-answer.ts'
import { jsonBoolean, jsonDouble, jsonInteger, jsonMoment, jsonString } from '../json-cells.ts'
import { cutList, itemsOf, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { pulledFeed, type RemoteRun } from '../remote-run.ts'
import { requireColumns } from '../result-limits.ts'

/** Kept as a whole, because the types of its columns are those of all their values. The service itself sends less. */
const maxAnswer = 130_000_000
const answerTooLong = 'The answer of the server is larger than 130 MB. Select fewer rows or columns.'
/** Enough of the beginning to hold an error. */
const maxHead = 10_000

export interface D1Answer {
  names: string[]
  /** JSON texts of rows, separated by commas */
  slices: string[]
}

/** The result of the statement with this number. Throws QueryFailed if the answer is cut off, or of another form. */
export async function readD1(reply: Response, statement: number, run: RemoteRun): Promise<D1Answer> {
  const result = ['result', String(statement), 'results']
  const paths = { rows: [...result, 'rows'], others: { columns: [...result, 'columns'] } }
  const { slices, others, head, failure } = await readSlices(reply, paths, run)
  if (failure !== null) {
    const told = toldIn(head)
    throw told === null ? failure : new QueryFailed(told.message, { cause: failure })
  }
  return { names: namesIn(others.get('columns')), slices }
}

/** The names of columns, which have to be there. */
export function namesIn(list: string | undefined): string[] {
  if (list === undefined) throw new QueryFailed('The server sent rows without the names of their columns.')
  return cutList(list).map((name) => readString(name) ?? name)
}

export interface SlicedAnswer {
  slices: string[]
  others: Map<string, string>
  /** the beginning of the answer */
  head: string
  /** it is cut off, is no JSON, or has no rows where they are expected */
  failure: unknown
}

/** A whole answer, with its rows as they came. */
export async function readSlices(
  reply: Response,
  { rows, others: wanted }: { rows: readonly string[]; others: Readonly<Record<string, readonly string[]>> },
  run: RemoteRun,
): Promise<SlicedAnswer> {
  const slices: string[] = []
  const others = new Map<string, string>()
  let head = ''
  let length = 0
  const slicer = jsonSlicer({ rows, other: null, others: wanted }, ({ kind, text, name = '' }) => {
    if (kind === 'other') others.set(name, text)
    else if (kind === 'elements') slices.push(text)
    else if (text !== 'null') throw new QueryFailed('The server sent rows that are no list.')
  })
  for await (const part of bytesOf(reply)) {
    run.touch()
    length += part.length
    if (length > maxAnswer) throw new QueryFailed(answerTooLong)
    if (head.length < maxHead) head += Buffer.from(part.subarray(0, maxHead)).toString()
    slicer.write(part)
  }
  let failure: unknown = null
  try {
    slicer.finish()
  } catch (error) {
    failure = error
  }
  return { slices, others, head, failure }
}

/** `{"success": false, "errors": [{"code": 7500, "message": …}]}`; null: the text says something else */
export function toldIn(text: string): { code: number; message: string } | null {
  try {
    const { errors } = JSON.parse(text) as { errors?: { code?: unknown; message?: unknown }[] }
    const messages = (errors ?? []).flatMap(({ message }) => (typeof message === 'string' ? message : []))
    return messages.length === 0 ? null : { code: Number(errors?.[0]?.code), message: messages.join('\n') }
  } catch {
    return null
  }
}

/** A cell in the form of D1, of one that has the form of another server. */
export type CellReader = (cell: string, column: number) => string

/** `read`: for answers in which cells have another form than those of D1. */
export async function feedD1(
  { names, slices }: D1Answer,
  sink: Sink,
  read: CellReader = (cell) => cell,
): Promise<void> {
  requireColumns(names)
  const kinds = names.map(() => new Set<Kind>())
  const rest = breaks()
  for (const slice of slices) {
    for (const row of itemsOf(`[${slice}]`)) {
      await rest()
      const cells = cutList(row)
      if (cells.length !== names.length) {
        throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${names.length} columns.`)
      }
      for (const [at, raw] of cells.entries()) {
        const cell = read(raw, at)
        if (cell !== 'null') kinds[at]?.add(kindOf(cell))
      }
    }
  }
  sink.columns(names.map((name, at) => ({ name, ...columnOf(kinds[at] as Set<Kind>) })))
  const feed = pulledFeed(sink)
  for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
    for (const row of itemsOf(`[${slice}]`)) {
      const cells = cutList(row).map((raw, at) => {
        const cell = read(raw, at)
        return cell === 'null' ? null : cell
      })
      feed.push(cells, row.length)
      await feed.room()
      await rest()
    }
  }
  await feed.finish()
}

/** What a cell is. SQLite's columns may hold any of them. */
type Kind = 'integer' | 'float' | 'boolean' | 'moment' | 'text' | 'blob'

const moment = /^"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)? ?(?:Z|UTC|[+-]\d\d:?\d\d)?"$/
const integer = /^-?\d+$/

function kindOf(json: string): Kind {
  const first = json.charCodeAt(0)
  if (first === quote) return json.length < 50 && moment.test(json) ? 'moment' : 'text'
  if (first === openList) return 'blob'
  if (json === 'true' || json === 'false') return 'boolean'
  return integer.test(json) ? 'integer' : 'float'
}

const quote = 0x22
const openList = 0x5b

function columnOf(kinds: ReadonlySet<Kind>): Pick<SinkColumn, 'type' | 'encode'> {
  const isOnly = (...wanted: Kind[]) => kinds.size > 0 && [...kinds].every((kind) => wanted.includes(kind))
  const found = typed.find(({ of }) => isOnly(...of))
  return found ?? { type: null, encode: encodeAny }
}

/** A list is a blob: SQLite has no lists. It has bytes, or one text of base 64. */
const encodeBlob: CellEncoder = (cell) => {
  const bytes = cutList(cell as string)
  const packed = bytes.length === 1 ? readString(bytes[0] as string) : null
  if (packed !== null) return `"${Buffer.from(packed, 'base64').toString('hex')}"`
  let hex = ''
  for (const byte of bytes) {
    if (!/^\d{1,3}$/.test(byte) || Number(byte) > 255) refuseCell(byte, 'byte')
    hex += Number(byte).toString(16).padStart(2, '0')
  }
  return `"${hex}"`
}

const encoders: Readonly<Record<Kind, CellEncoder>> = {
  ...{ integer: jsonInteger, float: jsonDouble, boolean: jsonBoolean },
  ...{ moment: jsonString, text: jsonString, blob: encodeBlob },
}

const encodeAny: CellEncoder = (cell) => encoders[kindOf(cell as string)](cell)

const typed: readonly { of: Kind[]; type: ColumnType; encode: CellEncoder }[] = [
  { of: ['integer'], type: 'integer', encode: jsonInteger },
  { of: ['integer', 'float'], type: 'float', encode: jsonDouble },
  { of: ['boolean'], type: 'boolean', encode: jsonBoolean },
  { of: ['moment'], type: 'datetime', encode: jsonMoment },
  { of: ['moment', 'text', 'blob'], type: 'string', encode: encodeAny },
]
