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
const answerTooLong = 'The answer of Cloudflare D1 is larger than 130 MB. Select fewer rows or columns.'
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
  const slices: string[] = []
  let names: string[] | null = null
  let head = ''
  let length = 0
  const slicer = jsonSlicer(
    { rows: [...result, 'rows'], other: [...result, 'columns'] },
    ({ kind, text }) => {
      if (kind === 'other') names = cutList(text).map((name) => readString(name) ?? name)
      else if (kind === 'elements') slices.push(text)
      else throw new QueryFailed('The server sent rows that are no list.')
    },
  )
  for await (const part of bytesOf(reply)) {
    run.touch()
    length += part.length
    if (length > maxAnswer) throw new QueryFailed(answerTooLong)
    if (head.length < maxHead) head += Buffer.from(part.subarray(0, maxHead)).toString()
    slicer.write(part)
  }
  try {
    slicer.finish()
  } catch (error) {
    const told = toldIn(head)
    throw told === null ? error : new QueryFailed(told.message, { cause: error })
  }
  if (names === null) throw new QueryFailed('The server sent rows without the names of their columns.')
  return { names, slices }
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

export async function feedD1({ names, slices }: D1Answer, sink: Sink): Promise<void> {
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
      for (const [at, cell] of cells.entries()) if (cell !== 'null') kinds[at]?.add(kindOf(cell))
    }
  }
  sink.columns(names.map((name, at) => ({ name, ...columnOf(kinds[at] as Set<Kind>) })))
  const feed = pulledFeed(sink)
  for (let slice = slices.shift(); slice !== undefined; slice = slices.shift()) {
    for (const row of itemsOf(`[${slice}]`)) {
      const cells: (string | null)[] = cutList(row)
      for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
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

/** A list is a blob: SQLite has no lists. */
const encodeBlob: CellEncoder = (cell) => {
  const bytes = cutList(cell as string)
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
