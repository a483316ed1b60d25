import { breaks } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { bytesOf } from '../http-answer.ts'
import { cutList, cutObject, itemsOf, readString } from '../json-cut.ts'
import { jsonSlicer } from '../json-slices.ts'
import { type PulledFeed, pulledFeed } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'
import { kustoColumn } from './kusto-columns.ts'
import { errorIn, kustoFailure } from './kusto-service.ts'

/** We ask for tables in fragments, but a server may not know that. */
const maxFrame = 130_000_000

interface Reading {
  sink: Sink
  text: string
  /** the table whose rows are read; null: none has begun */
  table: string | null
  columns: readonly SinkColumn[]
  feed: PulledFeed | null
  isComplete: boolean
  hasOthers: boolean
}

/** Reads the frames of an answer of version 2 as they arrive. The first result counts. */
export async function readFrames(reply: Response, text: string, sink: Sink): Promise<void> {
  const reading: Reading = {
    sink,
    text,
    table: null,
    columns: [],
    feed: null,
    isComplete: false,
    hasOthers: false,
  }
  const slices: string[] = []
  let pending = 0
  const slicer = jsonSlicer({ rows: [], other: null }, ({ kind, text: slice }) => {
    if (kind !== 'elements') throw new QueryFailed('The server sent frames that are no list.')
    pending = 0
    slices.push(`[${slice}]`)
  })
  const readSlices = async () => {
    for (const slice of slices.splice(0)) {
      for (const frame of itemsOf(slice)) await readFrame(frame, reading)
    }
  }
  for await (const part of bytesOf(reply)) {
    pending += part.length
    if (pending > maxFrame) throw new QueryFailed('The server sent a part of a table with more than 130 MB.')
    slicer.write(part)
    await readSlices()
  }
  slicer.finish()
  await readSlices()
  if (!reading.isComplete) throw new QueryFailed('The server sent an answer without its end. Please retry.')
  if (reading.feed === null) sink.columns([])
  await reading.feed?.finish()
  if (reading.hasOthers) sink.log('The query has several results. The first one is shown.')
}

async function readFrame(json: string, reading: Reading): Promise<void> {
  const frame = cutObject(json)
  const isPrimary = readString(frame.get('TableKind') ?? '') === 'PrimaryResult'
  switch (readString(frame.get('FrameType') ?? '')) {
    case 'DataTable':
      if (isPrimary && begin(frame, reading)) await feedRows(frame.get('Rows') ?? '[]', reading)
      else if (readString(frame.get('TableKind') ?? '') === 'QueryCompletionInformation')
        noteUse(frame, reading)
      break
    case 'TableHeader':
      if (isPrimary) begin(frame, reading)
      break
    case 'TableFragment':
      if (frame.get('TableId') !== reading.table) break
      // rows that were passed on cannot be taken back; only progressive answers, which we do not ask for, do that
      if (readString(frame.get('TableFragmentType') ?? '') !== 'DataAppend')
        throw new QueryFailed('The server replaces rows that it has sent.')
      await feedRows(frame.get('Rows') ?? '[]', reading)
      break
    case 'TableCompletion':
    case 'DataSetCompletion':
      refuseErrors(frame, reading)
      if (frame.has('HasErrors')) reading.isComplete = true
  }
}

/** Returns whether the rows of this table count. */
function begin(frame: ReadonlyMap<string, string>, reading: Reading): boolean {
  if (reading.feed !== null) {
    reading.hasOthers = true
    return false
  }
  reading.table = frame.get('TableId') ?? ''
  reading.columns = cutList(frame.get('Columns') ?? '[]', maxColumns + 1).map(kustoColumn)
  requireColumns(reading.columns.map(({ name }) => name))
  reading.sink.columns(reading.columns)
  reading.feed = pulledFeed(reading.sink)
  return true
}

async function feedRows(rows: string, { columns, feed, text }: Reading): Promise<void> {
  if (feed === null) return
  const rest = breaks()
  for (const row of itemsOf(rows)) {
    // in the place of a row: why there are no more
    if (row.startsWith('{')) throw failureOf(row, text)
    const cells: (string | null)[] = cutList(row, columns.length)
    if (cells.length !== columns.length)
      throw new QueryFailed(`The server sent a row of ${cells.length} cells for ${columns.length} columns.`)
    for (let at = 0; at < cells.length; at++) if (cells[at] === 'null') cells[at] = null
    feed.push(cells, row.length)
    await feed.room()
    await rest()
  }
}

function refuseErrors(frame: ReadonlyMap<string, string>, { text }: Reading): void {
  if (frame.has('OneApiErrors')) throw failureOf(`{"OneApiErrors":${frame.get('OneApiErrors')}}`, text)
  if (frame.get('Cancelled') === 'true') throw new QueryFailed('The query was cancelled.')
  if (frame.get('HasErrors') === 'true')
    throw new QueryFailed('The query failed, and the server does not say why.')
}

function failureOf(json: string, text: string): QueryFailed {
  const [first] = cutList(cutObject(json).get('OneApiErrors') ?? '[]')
  let told: string | null = null
  try {
    told = first === undefined || first.length > 100_000 ? null : errorIn(JSON.parse(first))
  } catch {}
  return kustoFailure(told ?? 'The query failed, and the server does not say why.', text)
}

/** What the query has read, from the facts that the server adds. */
function noteUse(frame: ReadonlyMap<string, string>, { sink }: Reading): void {
  const names = cutList(frame.get('Columns') ?? '[]').map((item) =>
    readString(cutObject(item).get('ColumnName') ?? ''),
  )
  const [kind, payload] = ['EventTypeName', 'Payload'].map((name) => names.indexOf(name))
  for (const row of itemsOf(frame.get('Rows') ?? '[]')) {
    if (row.startsWith('{')) continue
    const cells = cutList(row)
    if (readString(cells[kind ?? -1] ?? '') !== 'QueryResourceConsumption') continue
    const bytes = bytesIn(readString(cells[payload ?? -1] ?? '') ?? '')
    if (bytes !== null) sink.metadata({ data_scanned: bytes })
  }
}

interface Usage {
  resource_usage?: { cache?: { shards?: { hot?: Hits; cold?: Hits; bypassbytes?: number } } }
}
interface Hits {
  hitbytes?: number
  missbytes?: number
}

function bytesIn(payload: string): number | null {
  if (payload.length > 100_000) return null
  try {
    const { hot, cold, bypassbytes = 0 } = (JSON.parse(payload) as Usage).resource_usage?.cache?.shards ?? {}
    if (hot === undefined && cold === undefined) return null
    const sum = [hot, cold].reduce(
      (all, one) => all + (one?.hitbytes ?? 0) + (one?.missbytes ?? 0),
      bypassbytes,
    )
    return Number.isFinite(sum) ? sum : null
  } catch {
    return null
  }
}
