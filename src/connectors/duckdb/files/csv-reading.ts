import type { ReadingOptions } from '#shared/data-sources/files-api.ts'
import { QueryFailed } from '../../connector-errors.ts'
import { atLine, decodeText } from './decode-text.ts'
import { type CellRules, type FileReading, type FileRow, requireFewColumns } from './file-rows.ts'
import { textEvidence, textReader } from './text-types.ts'

/** Cells of CSV are texts. */
export const csvCells: CellRules = { evidence: textEvidence, reader: textReader }

/** An empty cell, and what databases write for a missing value. */
const missing = new Set(['', '\\N', 'NULL', 'null'])
const maxRecordCharacters = 10_000_000

interface CsvOptions extends Pick<ReadingOptions, 'separator' | 'encoding' | 'has_header'> {
  format: 'csv' | 'tsv'
}

/** CSV or TSV, record by record. */
export function csvReading(chunks: AsyncIterable<Uint8Array>, options: CsvOptions): FileReading {
  const names: string[] = []
  return { names, groups: readGroups(chunks, options, names) }
}

async function* readGroups(
  chunks: AsyncIterable<Uint8Array>,
  options: CsvOptions,
  names: string[],
): AsyncGenerator<FileRow[]> {
  const { has_header: hasHeader = true } = options
  let hasNames = false
  for await (const records of csvRecords(decodeText(chunks, options.encoding), options)) {
    const rows: FileRow[] = []
    for (const { line, cells } of records) {
      if (!hasNames) {
        requireFewColumns(cells.length)
        names.push(...(hasHeader ? cells : cells.map((_, at) => `column_${at + 1}`)))
        hasNames = true
        if (hasHeader) continue
      }
      if (cells.length > names.length) requireEmpty(cells, names.length, line)
      const own = cells.slice(0, names.length).map((cell) => (missing.has(cell) ? null : cell))
      rows.push({ place: `Line ${atLine(line)}`, cells: own })
    }
    yield rows
  }
}

/** Separators at the end of a line add nothing. Any other surplus cell shows that the cells stand in wrong columns. */
function requireEmpty(cells: string[], width: number, line: number): void {
  if (cells.slice(width).every((cell) => cell.trim() === '')) return
  throw new QueryFailed(
    `Line ${atLine(line)} has ${atLine(cells.length)} cells, but there ${width === 1 ? 'is 1 column' : `are ${width} columns`}. A cell that contains the separator must be in quotes.`,
  )
}

interface CsvRecord {
  /** the last one that it is on */
  line: number
  cells: string[]
}

/** The records that each text completes; nothing waits in the buffers of a stream. */
async function* csvRecords(
  texts: AsyncIterable<string>,
  { separator, format }: CsvOptions,
): AsyncGenerator<CsvRecord[]> {
  const { parse } = await import('csv-parse')
  let records: CsvRecord[] = []
  let failure: Error | null = null
  const open = (delimiter: string) => {
    const parser = parse({
      delimiter,
      // all of them, the longest first: by itself the parser takes the first line end for that of the whole file
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      max_record_size: maxRecordCharacters,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: lines, cells })
        return null
      },
    })
    parser.on('error', (error) => {
      failure ??= error
    })
    return parser
  }
  const take = () => {
    if (failure !== null) throw readable(failure)
    const taken = records
    records = []
    return taken
  }
  let parser: ReturnType<typeof open> | null = null
  for await (const text of texts) {
    if (text === '') continue
    parser ??= open(separator ?? (format === 'tsv' ? '\t' : likelySeparator(text)))
    const current = parser
    // resolves also when the parser has failed
    await new Promise<void>((resolve) => current.write(text, () => resolve()))
    const taken = take()
    if (taken.length > 0) yield taken
  }
  if (parser === null) return
  const last = parser
  await new Promise<void>((resolve) => {
    if (failure !== null) resolve()
    last.once('error', () => resolve())
    last.once('end', () => resolve())
    last.end()
    last.resume()
  })
  yield take()
}

/** The parser's own messages name the line; that of too long records says nothing of a file. */
function readable(error: Error & { code?: string; lines?: number }): QueryFailed {
  const { code, lines, message } = error
  if (code !== 'CSV_MAX_RECORD_SIZE') return new QueryFailed(message, { cause: error })
  const size = `${maxRecordCharacters / 1_000_000} million characters`
  return new QueryFailed(
    `Line ${atLine(lines ?? 1)} is longer than ${size}. If it should be many lines, a quote is not closed, or this is not CSV.`,
    { cause: error },
  )
}

const separators = [',', ';', '\t', '|']

/** The sign that most of the first lines have equally often, outside of quotes. */
function likelySeparator(text: string): string {
  const lines = text
    .slice(0, 64_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 20)
    .filter((line) => line !== '')
  const judged = separators.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const [head = 0] = counts
    return { separator, score: head === 0 ? 0 : counts.filter((each) => each === head).length * 1000 + head }
  })
  const best = judged.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score === 0 ? ',' : best.separator
}
