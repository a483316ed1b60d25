import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { whyNotFile } from '#server/kernel/index.ts'
import { CommandRefused } from '../commands/command.ts'
import { type BackupSummary, formatName, formatVersion, recordWriter } from './backup-format.ts'
import { beginSnapshot, planTables, readHeadFacts, readTable } from './backup-store.ts'

interface BackupNeeds {
  pool: pg.Pool
  version: string
  now: Date
  hasResults: boolean
}

/** Approximate size of a record of rows. */
const pieceBytes = 256 * 1024
const newline = 10

/** Writes a backup to a new file that only its owner can read. An incomplete backup leaves no file. */
export async function writeBackupFile(needs: BackupNeeds, path: string): Promise<BackupSummary> {
  const draft = `${path}.partial`
  // reserve the name, so that no existing file is overwritten
  const claim = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw notWritten(path, error)
  })
  await claim.close()
  try {
    await rm(draft, { force: true })
    const summary = await writeBackup(
      needs,
      createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }),
    )
    await rename(draft, path)
    return summary
  } catch (error) {
    await rm(draft, { force: true })
    await rm(path, { force: true })
    throw isDiskError(error) ? notWritten(path, error) : error
  }
}

function notWritten(path: string, cause: NodeJS.ErrnoException): CommandRefused {
  const why = cause.code === 'EEXIST' ? 'there is such a file already' : whyNotFile(cause)
  return new CommandRefused(`${path} cannot be written: ${why}.`, { cause })
}

const diskErrorCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']

/** Whether the error comes from writing the file, and not from the database. */
function isDiskError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && diskErrorCodes.includes(String(error.code))
}

/** Writes a consistent snapshot of the whole instance while it is in use, with little memory. */
export async function writeBackup(needs: BackupNeeds, target: Writable): Promise<BackupSummary> {
  const client = await needs.pool.connect()
  const summary: BackupSummary = { tables: 0, rows: 0 }
  let isWhole = false
  try {
    await beginSnapshot(client)
    const compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    })
    await pipeline(Readable.from(records(client, needs, summary)), compress, target)
    await client.query('commit')
    isWhole = true
    return summary
  } finally {
    // a connection in the middle of a COPY cannot be reused
    client.release(!isWhole)
  }
}

async function* records(
  client: pg.ClientBase,
  { version, now, hasResults }: BackupNeeds,
  summary: BackupSummary,
): AsyncGenerator<Buffer> {
  const writer = recordWriter()
  yield writer.head({
    format: formatName,
    format_version: formatVersion,
    version,
    created_at: now.toISOString(),
    has_results: hasResults,
    ...(await readHeadFacts(client)),
  })
  for (const plan of await planTables(client, hasResults)) {
    yield writer.table({ name: plan.name, columns: plan.columns })
    let rows = 0
    for await (const piece of inPieces(readTable(client, plan))) {
      rows += countLines(piece)
      yield writer.rows(piece)
    }
    summary.tables++
    summary.rows += rows
    yield writer.tableEnd({ rows })
  }
  yield writer.end(summary)
}

async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

/** Counts rows: in COPY's text format a line feed ends a row, and line feeds in values are escaped. */
export function countLines(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + 1)) count++
  return count
}
