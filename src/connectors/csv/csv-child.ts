import { QueryFailed } from '../connector-errors.ts'
import type { DocumentDesk } from '../document-desk.ts'
import { type EngineRun, serveEngine } from '../engine-child.ts'
import type { EngineCell } from '../engine-protocol.ts'
import { requireColumns } from '../result-limits.ts'
import { rowBatch } from '../row-batch.ts'
import { unpack } from '../unpack-document.ts'
import { encoderOf, typeOfCells } from './csv-columns.ts'
import { type CsvQuery, readCsvQuery } from './csv-query.ts'

/** What is looked at before the columns get their types: so many rows or characters, whichever comes first. */
const sampleRows = 5000
const sampleLength = 8_000_000

serveEngine(() => ({
  ping: () => {},
  tables: () => [],
  run: async (text, _values, documents) => run(await readCsvQuery(text), documents),
}))

type Row = (string | null)[]

async function run(query: CsvQuery, documents: Pick<DocumentDesk, 'fetch'>): Promise<EngineRun> {
  const headers: Record<string, string> = query.userAgent === null ? {} : { 'user-agent': query.userAgent }
  const request = { headers }
  const document = await documents.fetch({ url: query.url, request, hasOwnAuthorization: true })
  const groups = namingTheFile(csvRecords(await unpack(document), query), query.url)
  const { names, width, records } = await readHead(groups, query)
  const kept = keptColumns(names, query)
  const keptNames = kept.map((index) => names[index] ?? `column_${index + 1}`)
  requireColumns(keptNames)
  const rows = pickRows(records, { kept, width }, query)
  const sample = await readSample(rows)
  const types = keptNames.map((name) => typeOfCells(query.texts.has(name)))
  for (const row of sample) for (let at = 0; at < types.length; at++) types[at]?.note(row[at] ?? null)
  const columns = keptNames.map((name, at) => ({ name, type: types[at]?.type() ?? 'string' }))
  const encoders = columns.map(({ type }) => encoderOf(type))
  return { columns, batches: encodeRows(sample, rows, encoders) }
}

/** Errors of reading name the file. */
async function* namingTheFile(groups: AsyncIterable<string[][]>, url: string): AsyncGenerator<string[][]> {
  try {
    yield* groups
  } catch (error) {
    if (error instanceof QueryFailed || error instanceof TypeError) throw error
    throw new QueryFailed(`Error reading ${url}. ${(error as Error).message}`, { cause: error })
  }
}

/** Column names, the number of columns, and the records behind them. Where there is no header, the first record is data as well. */
async function readHead(
  groups: AsyncGenerator<string[][]>,
  query: CsvQuery,
): Promise<{ names: readonly string[]; width: number; records: AsyncIterable<string[][]> }> {
  let toSkip = query.header ?? 0
  for (let group = await groups.next(); !group.done; group = await groups.next()) {
    const left = group.value.slice(toSkip)
    toSkip -= group.value.length - left.length
    const [head] = left
    if (head === undefined) continue
    const rest = query.header === null ? left : left.slice(1)
    const ownNames = query.header === null ? head.map((_, index) => `column_${index + 1}`) : head
    const names = query.names ?? ownNames
    // `usecols` says that columns may be left out, so that `names` need not have them all
    const width = query.columns === null ? names.length : Math.max(names.length, head.length)
    return { names, width, records: joined(rest, groups) }
  }
  const names = query.names ?? []
  return { names, width: names.length, records: groups }
}

async function* joined(first: string[][], rest: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  yield first
  yield* rest
}

function keptColumns(names: readonly string[], query: CsvQuery): number[] {
  if (query.columns === null) return names.map((_, index) => index)
  const places = new Map(names.toReversed().map((name, index) => [name, names.length - 1 - index]))
  return query.columns.map((column) => {
    const index = typeof column === 'number' ? column : (places.get(column) ?? -1)
    if (index < 0 || index >= names.length)
      throw new QueryFailed(`'usecols' names ${column}, which is not a column.`)
    return index
  })
}

async function* pickRows(
  records: AsyncIterable<string[][]>,
  { kept, width }: { kept: readonly number[]; width: number },
  query: CsvQuery,
): AsyncGenerator<Row[]> {
  const wanted = query.maxRows ?? Number.POSITIVE_INFINITY
  let count = 0
  if (wanted === 0) return
  for await (const group of records) {
    const rows = group.slice(0, wanted - count).map((record) => {
      count++
      if (record.length > width) requireEmpty(record, { width, number: count, url: query.url })
      return kept.map((index) => {
        const cell = record[index]
        return cell === undefined || query.missing.has(cell) ? null : cell
      })
    })
    yield rows
    if (count >= wanted) return
  }
}

/** Separators at the end of a line add nothing. Any other surplus cell shows that the cells stand in wrong columns. */
function requireEmpty(record: string[], row: { width: number; number: number; url: string }): void {
  if (record.slice(row.width).every((cell) => cell.trim() === '')) return
  throw new QueryFailed(
    `Row ${row.number.toLocaleString('en-US')} of ${row.url} has ${record.length} cells, but there ${row.width === 1 ? 'is 1 column' : `are ${row.width} columns`}. A cell that contains the separator must be in quotes. If the file has more columns than its header names, name all of them with 'names'.`,
  )
}

async function readSample(groups: AsyncGenerator<Row[]>): Promise<Row[]> {
  const sample: Row[] = []
  let length = 0
  while (sample.length < sampleRows && length < sampleLength) {
    const group = await groups.next()
    if (group.done) break
    for (const row of group.value) {
      sample.push(row)
      for (const cell of row) length += 8 + (cell?.length ?? 0)
    }
  }
  return sample
}

async function* encodeRows(
  sample: Row[],
  rest: AsyncIterable<Row[]>,
  encoders: readonly ((cell: unknown) => string)[],
): AsyncGenerator<EngineCell[][]> {
  const batch = rowBatch()
  for await (const group of joinedRows(sample, rest)) {
    for (const row of group) {
      const cells = row.map((cell, at) => (cell === null ? null : (encoders[at]?.(cell) ?? null)))
      const full = batch.add(cells)
      if (full !== null) yield full
    }
  }
  const left = batch.rest()
  if (left.length > 0) yield left
}

async function* joinedRows(sample: Row[], rest: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  // given away, so that it need not stay while the rest is read
  yield sample.splice(0)
  yield* rest
}

const maxRecordCharacters = 10_000_000

/**
 * The records that each chunk of bytes completes. They are taken from the parser as it finds them: nothing waits in the
 * buffers of a stream, which count records and not what these weigh.
 */
async function* csvRecords(chunks: AsyncIterable<Uint8Array>, query: CsvQuery): AsyncGenerator<string[][]> {
  const { parse } = await import('csv-parse')
  let records: string[][] = []
  let failure: Error | null = null
  const parser = parse({
    delimiter: query.separator,
    quote: query.quote,
    // all of them, the longest first: by itself the parser takes the first line end for that of the whole file
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    from_line: query.skipRows + 1,
    max_record_size: maxRecordCharacters,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
  })
  parser.on('error', (error) => {
    failure ??= error
  })
  const take = () => {
    const taken = records
    records = []
    return taken
  }
  // resolves also when the parser has failed
  const feed = (text: string) => new Promise<void>((resolve) => parser.write(text, () => resolve()))
  const decode = strictDecoder(query)
  for await (const chunk of chunks) {
    const text = decode(chunk)
    if (text !== '') await feed(text)
    if (records.length > 0) yield take()
    if (failure !== null) throw failure
  }
  const rest = decode()
  if (rest !== '') await feed(rest)
  await new Promise<void>((resolve) => {
    if (failure !== null) resolve()
    parser.once('error', () => resolve())
    parser.once('end', () => resolve())
    parser.end()
    parser.resume()
  })
  if (records.length > 0) yield take()
  if (failure !== null) throw failure
}

/** No argument: the end. Bytes that are not text in the encoding would else become the sign for unknown characters. */
function strictDecoder({ encoding, url }: CsvQuery): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw new QueryFailed(
        `${url} has bytes that are not text in ${encoding}. Name the encoding of the file with 'encoding', for example 'encoding: latin1'.`,
        { cause: error },
      )
    }
  }
}
