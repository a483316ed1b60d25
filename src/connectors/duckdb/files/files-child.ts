import type { FileFormat, ReadingOptions } from '#shared/data-sources/files-api.ts'
import type { DocumentDesk } from '../../document-desk.ts'
import { type EngineRun, serveEngine } from '../../engine-child.ts'
import { readFrames } from '../read-frames.ts'
import { csvCells, csvReading } from './csv-reading.ts'
import { readRows } from './file-rows.ts'
import { jsonCells, jsonReading, ndjsonReading } from './json-reading.ts'
import { openWorkbook, xlsxReading } from './xlsx-reading.ts'

/** What the worker asks for. */
export interface FileRequest extends ReadingOptions {
  format: FileFormat
}

serveEngine(() => ({
  ping: () => {},
  tables: () => [],
  run: (text, _values, documents) => readFile(JSON.parse(text), documents),
}))

/** What parsers get at once: the records of a text need many times its memory. */
const pieceBytes = 64_000

async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      yield chunk.subarray(start, start + pieceBytes)
    }
  }
}

/** Parts of the file as they are stored: each is one compressed frame. */
async function readFile(
  { format, types = [], ...options }: FileRequest,
  documents: Pick<DocumentDesk, 'borrow'>,
): Promise<EngineRun> {
  const bytes = () => piecesOf(readFrames(() => documents.borrow(0)))
  switch (format) {
    case 'json':
      return await readRows(() => jsonReading(bytes()), jsonCells, types)
    case 'xlsx': {
      const workbook = await openWorkbook(bytes())
      return await readRows(() => xlsxReading(workbook, options), jsonCells, types)
    }
    case 'ndjson':
      return await readRows(() => ndjsonReading(bytes(), options.encoding), jsonCells, types)
    case 'parquet':
      throw new Error('Parquet is read by another process.')
    default:
      return await readRows(() => csvReading(bytes(), { ...options, format }), csvCells, types)
  }
}
