import { createHash, type Hash } from 'node:crypto'
import { whyNotFile } from '#server/kernel/index.ts'
import { CommandRefused } from '../commands/command.ts'

/**
 * A backup is one zstd-compressed stream of records: a head; for each table its name, its rows in the text format of
 * PostgreSQL's COPY, and their number; and an end with the hash of everything before it. So a truncated or changed file
 * is detected.
 */
export const formatName = 'sextant-backup'
export const formatVersion = 1

export interface BackupHead {
  format: typeof formatName
  format_version: number
  /** version of Sextant */
  version: string
  created_at: string
  /** names of the migrations of the database */
  migrations: readonly string[]
  has_results: boolean
  /** base64 of the key check, sealed with the instance's secret key; null: not recorded yet */
  secret_key_check: string | null
  sequences: readonly { name: string; value: string; is_called: boolean }[]
}
export interface TableHead {
  name: string
  columns: readonly string[]
}
export interface BackupSummary {
  tables: number
  rows: number
}

const kinds = { head: 'H', table: 'T', rows: 'D', tableEnd: 'E', end: 'Z' } as const
type Kind = (typeof kinds)[keyof typeof kinds]
export interface BackupRecord {
  kind: Kind
  payload: Buffer
}

const headLength = 5
/** Larger than any row, so that a damaged length cannot fill the memory. */
const maxRecordLength = 512 * 1024 * 1024

function frame(kind: Kind, payload: Buffer): Buffer {
  const head = Buffer.alloc(headLength)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** Frames records and hashes them. */
export function recordWriter() {
  const hash = createHash('sha256')
  const write = (kind: Kind, payload: Buffer): Buffer => {
    const framed = frame(kind, payload)
    hash.update(framed)
    return framed
  }
  const json = (kind: Kind, value: unknown) => write(kind, Buffer.from(JSON.stringify(value)))
  return {
    head: (head: BackupHead) => json(kinds.head, head),
    table: (table: TableHead) => json(kinds.table, table),
    rows: (rows: Buffer) => write(kinds.rows, rows),
    tableEnd: (end: { rows: number }) => json(kinds.tableEnd, end),
    end: (summary: BackupSummary) =>
      frame(kinds.end, Buffer.from(JSON.stringify({ ...summary, sha256: hash.digest('hex') }))),
  }
}

export function damaged(what: string, cause?: unknown): CommandRefused {
  return new CommandRefused(`The backup cannot be used: ${what}`, { cause })
}

/** Reads the records of a stream. The hash is verified before the last record is returned. Throws CommandRefused. */
export async function* readRecords(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const hash = createHash('sha256')
  const input = byteReader(bytes)
  for (;;) {
    const head = await input.read(headLength)
    const kind = head.toString('latin1', 0, 1)
    const length = head.readUInt32BE(1)
    if (!isKind(kind) || length > maxRecordLength)
      throw damaged('it is not a backup of Sextant, or it is damaged.')
    const payload = await input.read(length)
    if (kind === kinds.end) {
      requireHash(payload, hash)
      if (!(await input.isAtEnd())) throw damaged('something follows its end.')
      yield { kind, payload }
      return
    }
    hash.update(head).update(payload)
    yield { kind, payload }
  }
}

const isKind = (text: string): text is Kind => Object.values(kinds).some((kind) => kind === text)

function requireHash(payload: Buffer, hash: Hash): void {
  const { sha256 } = parseJson<{ sha256: string }>(payload)
  if (sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong, so something in it has changed.')
}

function byteReader(bytes: AsyncIterable<Buffer>) {
  const iterator = bytes[Symbol.asyncIterator]()
  let parts: Buffer[] = []
  let held = 0
  const more = async (): Promise<boolean> => {
    const next = await nextOf(iterator)
    if (next === null) return false
    parts.push(next)
    held += next.length
    return true
  }
  return {
    async read(length: number): Promise<Buffer> {
      while (held < length) if (!(await more())) throw damaged('it ends too early.')
      const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
      parts = [all.subarray(length)]
      held = all.length - length
      return all.subarray(0, length)
    },
    isAtEnd: async () => held === 0 && !(await more()),
  }
}

/** Reports errors of zstd as a damaged backup, and errors of the disk with their reason. */
async function nextOf(iterator: AsyncIterator<Buffer>): Promise<Buffer | null> {
  try {
    const { done, value } = await iterator.next()
    return done ? null : value
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (/zstd|ERR_ZLIB|Z_/i.test(`${code} ${message}`)) {
      throw damaged('it is not a backup of Sextant, or it is damaged.', error)
    }
    throw new CommandRefused(`The backup cannot be read: ${whyNotFile(error)}.`, { cause: error })
  }
}

export function parseJson<T>(payload: Buffer): T {
  try {
    return JSON.parse(payload.toString('utf8')) as T
  } catch (error) {
    throw damaged('it is damaged.', error)
  }
}

/** Reads the head and checks its format. Throws CommandRefused. */
export function readHead(record: BackupRecord | undefined): BackupHead {
  if (record?.kind !== kinds.head) throw damaged('it is not a backup of Sextant.')
  const head = parseJson<BackupHead>(record.payload)
  if (head.format !== formatName) throw damaged('it is not a backup of Sextant.')
  if (head.format_version !== formatVersion) {
    throw damaged(`its format is ${head.format_version}, and this Sextant reads ${formatVersion}.`)
  }
  return head
}
