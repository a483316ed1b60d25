import { Readable } from 'node:stream'
import type { Connector, ConnectorHost, Sink } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { fetchDocument, untilStopped } from '../http-document.ts'
import { encoderOf, inferType } from './csv-columns.ts'
import { type CsvQuery, readCsvQuery } from './csv-query.ts'

/** Rows that are looked at before the columns get their types. */
const sampleRows = 5000
const batchRows = 1000
const maxRecordCharacters = 10_000_000

/** CSV files behind URLs, described in YAML, streamed (reference-connectors 2.7). */
export const csv: Connector = {
  type: 'csv',
  name: 'CSV',
  syntax: 'yaml',
  config: { type: 'object', properties: {} },
  autoLimit: null,
  binds: null,
  annotates: false,
  isolation: 'worker',
  async open(_options, host) {
    return {
      // every query names its own address: there is nothing to test before
      ping: async () => {},
      tables: async () => null,
      run: (text, sink, signal) =>
        untilStopped(signal, async () => run(host, await readCsvQuery(text), sink, signal)),
      close: async () => {},
    }
  },
}

async function run(host: ConnectorHost, query: CsvQuery, sink: Sink, signal: AbortSignal): Promise<void> {
  const headers: Record<string, string> = query.userAgent === null ? {} : { 'user-agent': query.userAgent }
  const reply = await fetchDocument(host, query.url, { headers }, signal)
  await feed(namingTheFile(await readRecords(reply, query), query.url, signal), query, sink)
}

/** Errors of reading name the file; those of the sink are none of its business. */
async function* namingTheFile(
  records: AsyncIterable<string[]>,
  url: string,
  signal: AbortSignal,
): AsyncIterable<string[]> {
  try {
    yield* records
  } catch (error) {
    if (signal.aborted || error instanceof QueryFailed || error instanceof ConnectionFailed) throw error
    throw new QueryFailed(`Error reading ${url}. ${(error as Error).message}`, { cause: error })
  }
}

async function readRecords(reply: Response, query: CsvQuery): Promise<AsyncIterable<string[]>> {
  const { parse } = await import('csv-parse')
  const text = (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream(query.encoding))
  const parser = parse({
    delimiter: query.separator,
    quote: query.quote,
    bom: true,
    from_line: query.skipRows + 1,
    max_record_size: maxRecordCharacters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const source = Readable.fromWeb(text as Parameters<typeof Readable.fromWeb>[0])
  source.on('error', (error) => parser.destroy(error))
  return source.pipe(parser)
}

async function feed(records: AsyncIterable<string[]>, query: CsvQuery, sink: Sink): Promise<void> {
  const iterator = records[Symbol.asyncIterator]()
  const first = await readHead(iterator, query)
  const names = first.names
  const kept = keptColumns(names, query)
  const pick = (record: readonly string[]) =>
    kept.map((index) => {
      const cell = record[index]
      return cell === undefined || query.missing.has(cell) ? null : cell
    })
  let left = query.maxRows ?? Number.POSITIVE_INFINITY
  let batch = first.rows.slice(0, left).map(pick)
  const next = async () =>
    batch.length < left ? await iterator.next() : { done: true as const, value: undefined }
  while (batch.length < sampleRows) {
    const at = await next()
    if (at.done) break
    batch.push(pick(at.value))
  }
  sink.columns(
    kept.map((index, place) => {
      const name = names[index] ?? `column_${index + 1}`
      const type = query.texts.has(name) ? 'string' : inferType(batch.map((row) => row[place] ?? null))
      return { name, type, encode: encoderOf(type) }
    }),
  )
  for (;;) {
    left -= batch.length
    if (!(await sink.rows(batch)) || left <= 0) break
    batch = []
    for (let at = await next(); !at.done; at = await next()) {
      if (batch.push(pick(at.value)) === batchRows) break
    }
    if (batch.length === 0) return
  }
  await iterator.return?.()
}

/** Column names and, where the first record is data already, that record. */
async function readHead(
  iterator: AsyncIterator<string[]>,
  query: CsvQuery,
): Promise<{ names: string[]; rows: string[][] }> {
  const skipped = query.header ?? 0
  let record = await iterator.next()
  for (let index = 0; index < skipped && !record.done; index++) record = await iterator.next()
  if (record.done) return { names: query.names ?? [], rows: [] }
  if (query.header !== null) return { names: query.names ?? record.value, rows: [] }
  return { names: query.names ?? record.value.map((_, index) => `column_${index + 1}`), rows: [record.value] }
}

function keptColumns(names: readonly string[], query: CsvQuery): number[] {
  if (query.columns === null) return names.map((_, index) => index)
  return query.columns.map((column) => {
    const index = typeof column === 'number' ? column : names.indexOf(column)
    if (index < 0 || index >= names.length)
      throw new QueryFailed(`'usecols' names ${column}, which is no column.`)
    return index
  })
}
