import { Readable } from 'node:stream'
import type { CsvError } from 'csv-parse'
import { QueryFailed } from './connector-errors.ts'
import { bytesOf, ConnectionLost } from './http-answer.ts'
import { maxRowLength, rowTooLarge } from './result-limits.ts'

/**
 * The records of an answer in CSV as they arrive. `null` is a cell without a character and without quotes, where
 * `marksNulls`. Throws QueryFailed for what is not CSV, and if the answer breaks off.
 */
export async function* csvRecords(
  reply: Response,
  { marksNulls = false }: { marksNulls?: boolean } = {},
): AsyncGenerator<(string | null)[]> {
  const { parse } = await import('csv-parse')
  const source = Readable.from(bytesOf(reply))
  const parser = parse({
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
    ...(marksNulls
      ? { cast: (cell: string, { quoting }: { quoting: boolean }) => (cell === '' && !quoting ? null : cell) }
      : {}),
  })
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const record of parser) yield record as (string | null)[]
  } catch (error) {
    const { code } = error as Partial<CsvError>
    if (code === 'CSV_MAX_RECORD_SIZE') throw new QueryFailed(rowTooLarge, { cause: error })
    // a cell that has no end: the answer was cut off within it
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw new ConnectionLost(error)
    if (code !== undefined && String(code).startsWith('CSV_')) {
      throw new QueryFailed(`The server sent what is not CSV: ${(error as Error).message}`, { cause: error })
    }
    throw error
  } finally {
    // ends the request if not all of it was read
    source.destroy()
    parser.destroy()
  }
}
