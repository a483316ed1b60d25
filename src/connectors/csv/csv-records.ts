import { QueryFailed } from '../connector-errors.ts'
import type { CsvQuery } from './csv-query.ts'

const maxRecordCharacters = 10_000_000

/**
 * The records that each chunk of bytes completes. They are taken from the parser as it finds them: nothing waits in the
 * buffers of a stream, which count records and not what these weigh.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  query: CsvQuery,
): AsyncGenerator<string[][]> {
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

/** No argument: the end. Bytes that are no text in the encoding would else become the sign for unknown characters. */
function strictDecoder({ encoding, url }: CsvQuery): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw new QueryFailed(
        `${url} has bytes that are no text in ${encoding}. Name the encoding of the file with 'encoding', for example 'encoding: latin1'.`,
        { cause: error },
      )
    }
  }
}
