import { pipeline, Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { QueryFailed } from '../../connector-errors.ts'
import type { DocumentDesk } from '../../document-desk.ts'
import { type EngineRun, serveEngine } from '../../engine-child.ts'
import { isJsonText } from '../../json-text.ts'
import { csvCells, csvReading } from '../files/csv-reading.ts'
import { type FileReading, type FileRow, readRows, requireFewColumns } from '../files/file-rows.ts'
import { jsonCells, jsonReading, ndjsonReading } from '../files/json-reading.ts'
import { readFrames } from '../read-frames.ts'
import type { LakeFile, LakeTable } from './lake-tables.ts'
import { type LogRequest, readLog } from './logs/log-reading.ts'

/** What the worker asks for: the rows of all files of a table, which are those that it lends. */
export interface LakeRequest extends Pick<LakeTable, 'kind' | 'partitions'> {
  files: Pick<LakeFile, 'path' | 'format' | 'partition'>[]
  /** they are beginnings of files, which tell the columns */
  isCut?: boolean
}

serveEngine(() => ({
  ping: () => {},
  tables: () => [],
  run(text, _values, documents) {
    const request: LakeRequest | LogRequest = JSON.parse(text)
    return 'log' in request ? readLog(request, documents) : readTable(request, documents)
  },
}))

type Desk = Pick<DocumentDesk, 'borrow'>

async function readTable(request: LakeRequest, documents: Desk): Promise<EngineRun> {
  const rules = request.kind === 'csv' ? csvCells : jsonCells
  const types = request.partitions.map(({ type }) => type)
  return await readRows(() => joined(request, documents), rules, types)
}

/** The rows of all files, one after another. The columns of a file are known by their names, those of folders come first. */
function joined({ kind, partitions, files, isCut = false }: LakeRequest, documents: Desk): FileReading {
  const names = partitions.map(({ name }) => name)
  const places = new Map(names.map((name, at) => [name.toLowerCase(), at]))
  const placeOf = (name: string) => {
    const known = places.get(name.toLowerCase())
    if (known !== undefined) return known
    requireFewColumns(names.length + 1)
    places.set(name.toLowerCase(), names.length)
    return names.push(name) - 1
  }
  async function* groups(): AsyncGenerator<Iterable<FileRow>> {
    for (const [index, { path, format, partition }] of files.entries()) {
      const own = partition.map((value) => (value === null || kind === 'csv' ? value : JSON.stringify(value)))
      const open = () =>
        unpacked(
          readFrames(() => documents.borrow(index)),
          isCut,
        )
      try {
        const reading = await readingOf(format, open, isCut)
        const to: number[] = []
        function* moved(rows: Iterable<FileRow>): Generator<FileRow> {
          for (const { place, cells } of rows) {
            const row: (string | null)[] = [...own]
            for (let at = 0; at < cells.length; at++) {
              to[at] ??= placeOf(nameAt(reading.names, at))
              const slot = to[at] as number
              // the folder says what the value is, whatever the file has
              if (slot < own.length) continue
              while (row.length < slot) row.push(null)
              row[slot] = cells[at] ?? null
            }
            yield { place: `${path}: ${place}`, cells: row }
          }
        }
        for await (const rows of reading.groups) {
          // a CSV without rows has columns all the same
          for (const at of reading.names.keys()) to[at] ??= placeOf(nameAt(reading.names, at))
          yield moved(rows)
        }
      } catch (error) {
        if (isCut && names.length > partitions.length) return
        const failed = error instanceof QueryFailed || (error as { code?: string }).code?.startsWith('Z')
        if (!failed) throw error
        throw new QueryFailed(`${path}: ${(error as Error).message}`, { cause: error })
      }
    }
  }
  return { names, groups: groups() }
}

const nameAt = (names: readonly string[], at: number): string => {
  const name = names[at]?.trim() ?? ''
  return name === '' ? `column_${at + 1}` : name
}

type Bytes = AsyncIterable<Uint8Array>

async function readingOf(
  format: LakeFile['format'],
  open: () => Bytes,
  isCut: boolean,
): Promise<FileReading> {
  const bytes = () => piecesOf(isCut ? wholeLines(open()) : open())
  if (format === 'csv' || format === 'tsv') return csvReading(bytes(), { format })
  const isLines = format === 'ndjson' || (await hasObjectLine(open()))
  return isLines ? ndjsonReading(bytes(), undefined) : jsonReading(piecesOf(open()))
}

/** What parsers get at once: the records of a text need many times its memory. */
const pieceBytes = 64_000

async function* piecesOf(chunks: Bytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes)
      yield chunk.subarray(start, start + pieceBytes)
  }
}

/** Without what comes behind the last end of a line: the beginning of a file ends anywhere. */
async function* wholeLines(chunks: Bytes): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const bytes = Buffer.concat(parts)
  const end = bytes.lastIndexOf(0x0a)
  yield end === -1 ? bytes : bytes.subarray(0, end + 1)
}

/** Programs write `.json` with an object on each line as well. */
async function hasObjectLine(chunks: Bytes): Promise<boolean> {
  let text = ''
  for await (const chunk of chunks) {
    text += Buffer.from(chunk).toString('latin1')
    const line = /^[\s\u00ef\u00bb\u00bf]*(\{[^\n]*)\n/.exec(text)?.[1]
    if (line !== undefined) return isJsonText(line.trim())
    if (text.length > maxLine || /^[\s\u00ef\u00bb\u00bf]*[^\s{\u00ef\u00bb\u00bf]/.test(text)) return false
  }
  return false
}
const maxLine = 10_000_000

/** Files may be packed whatever their names say: stores have packed files under plain names too. */
async function* unpacked(chunks: Bytes, isCut: boolean): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return
  async function* all(): AsyncGenerator<Uint8Array> {
    yield first.value as Uint8Array
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  const bytes: Uint8Array = first.value
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const isZstd = bytes.length >= 4 && Buffer.from(bytes.subarray(0, 4)).readUInt32BE() === 0x28b52ffd
  if (!isGzip && !isZstd) {
    yield* all()
    return
  }
  const flush = isGzip ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
  const options = isCut ? { finishFlush: flush } : {}
  const unpack = isGzip ? createGunzip(options) : createZstdDecompress(options)
  pipeline(Readable.from(all()), unpack, () => {})
  yield* unpack
}
