import type { CsvQuery } from './csv-query.ts'

const maxRecordCharacters = 10_000_000

/**
 * Yields the records that each chunk completes. They bypass the stream's buffers, which are limited by number of
 * records, not by size.
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
  // also resolves when the parser has failed
  const feed = (text: string) => new Promise<void>((resolve) => parser.write(text, () => resolve()))
  const decoder = new TextDecoder(query.encoding)
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') await feed(text)
    if (records.length > 0) yield take()
    if (failure !== null) throw failure
  }
  const rest = decoder.decode()
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
