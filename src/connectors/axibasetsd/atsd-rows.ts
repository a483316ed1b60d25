import { breaks } from '../breaks.ts'
import type { Sink, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { csvRecords } from '../csv-records.ts'
import { encodeDouble, encodeInteger, encodeText } from '../encode-cell.ts'
import { jsonBoolean, jsonMoment } from '../json-cells.ts'
import { pulledFeed } from '../remote-run.ts'
import { maxColumns, requireColumns } from '../result-limits.ts'

/** What an answer says about itself before its rows, in base64. */
const maxMetadata = 4_000_000

/**
 * Feeds a CSV with embedded metadata to a sink while it arrives: lines that begin with `#` say what the columns are, then
 * come the names and the rows. An empty cell without quotes is null.
 */
export async function feedAtsd(reply: Response, sink: Sink, touch: () => void): Promise<void> {
  const rest = breaks()
  const feed = pulledFeed(sink)
  let metadata = ''
  let columns: SinkColumn[] | null = null
  for await (const record of csvRecords(reply, { marksNulls: true })) {
    touch()
    await rest()
    const [first] = record
    if (typeof first === 'string' && first.startsWith('#')) {
      // behind rows, a comment is an error
      if (columns !== null) throw toldIn(first.slice(1)) ?? new QueryFailed(record.join(',').slice(1))
      metadata += record
        .map((cell) => cell ?? '')
        .join(',')
        .slice(1)
      if (metadata.length > maxMetadata) throw new QueryFailed('The server says too much about the columns.')
      continue
    }
    if (columns === null) {
      // this record has the names
      columns = columnsIn(metadata, record)
      sink.columns(columns)
      continue
    }
    if (record.length !== columns.length) {
      throw new QueryFailed(`The server sent a row of ${record.length} cells for ${columns.length} columns.`)
    }
    let size = 0
    for (const cell of record) size += cell?.length ?? 0
    feed.push(record, size)
    await feed.room()
  }
  if (columns === null) {
    const told = toldIn(metadata)
    if (told !== null) throw told
    sink.columns(columnsIn(metadata, null))
  }
  await feed.finish()
}

/** `names`: what the answer calls its columns; null: it ends before. */
function columnsIn(metadata: string, names: readonly (string | null)[] | null): SinkColumn[] {
  const given = schemaIn(metadata)
  if (given === null || (names !== null && names.length !== given.length)) {
    throw new QueryFailed('The server does not say what the columns of its answer are.')
  }
  requireColumns(given.map(({ name }) => name))
  return given.map(({ name, type }) => ({ name, ...kindOf(type) }))
}

function schemaIn(metadata: string): { name: string; type: string }[] | null {
  const json = Buffer.from(metadata, 'base64').toString('utf8')
  try {
    const { tableSchema } = JSON.parse(json) as { tableSchema?: { columns?: unknown } }
    if (!Array.isArray(tableSchema?.columns) || tableSchema.columns.length > maxColumns) return null
    return (tableSchema.columns as Record<string, unknown>[]).map(({ name, titles, datatype }) => ({
      name: String(titles ?? name ?? ''),
      type: String(datatype ?? ''),
    }))
  } catch {
    return null
  }
}

function kindOf(type: string): Omit<SinkColumn, 'name'> {
  switch (type.toLowerCase()) {
    case 'long':
    case 'bigint':
    case 'integer':
    case 'short':
    case 'smallint':
      return { type: 'integer', encode: encodeInteger }
    case 'float':
    case 'double':
    case 'decimal':
    case 'number':
      return { type: 'float', encode: encodeDouble }
    case 'boolean':
      return { type: 'boolean', encode: jsonBoolean }
    case 'timestamp':
    case 'xsd:datetimestamp':
      return { type: 'datetime', encode: jsonMoment }
    default:
      return { type: 'string', encode: encodeText }
  }
}

/** `{"errors": [{"message"}]}`, or `{"error"}`; null: it is something else. */
export function toldIn(text: string): QueryFailed | null {
  let told: string
  try {
    const { errors, error } = JSON.parse(text) as { errors?: unknown; error?: unknown }
    const list = Array.isArray(errors) ? (errors as { message?: unknown }[]) : []
    told = list.length > 0 ? list.map(({ message }) => String(message)).join('; ') : String(error ?? '')
  } catch {
    return null
  }
  if (told === '') return null
  const [, line, column] = /\bline (\d+),? (?:position|column) (\d+)/i.exec(told) ?? []
  const position = line === undefined ? null : { line: Number(line), column: Math.max(1, Number(column)) }
  return new QueryFailed(told, { position })
}
