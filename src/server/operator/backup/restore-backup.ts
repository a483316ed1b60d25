import type { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { CommandRefused } from '../commands/command.ts'
import {
  type BackupHead,
  type BackupRecord,
  type BackupSummary,
  damaged,
  parseJson,
  readHead,
  readRecords,
  type TableHead,
} from './backup-format.ts'
import { beginRestore, completeRestore, fillTable, readTarget } from './backup-store.ts'
import { countLines } from './write-backup.ts'

export interface RestoreNeeds {
  pool: pg.Pool
  isInUse(client: pg.ClientBase): Promise<boolean>
  /** all migrations of this Sextant, oldest first */
  knownMigrations: readonly string[]
  migrate(upTo: string): Promise<unknown>
  /** checks the head; throws to refuse the backup */
  checkHead(head: BackupHead): void
  /** runs last, in the same transaction */
  finish(client: pg.ClientBase, head: BackupHead): Promise<void>
}

/** Reads the head of a backup; `records` yields the rest. */
export async function openBackup(
  source: Readable,
): Promise<{ head: BackupHead; records: AsyncGenerator<BackupRecord> }> {
  const plain = createZstdDecompress()
  source.on('error', (error) => plain.destroy(error))
  const records = readRecords(source.pipe(plain))
  const first = await records.next()
  return { head: readHead(first.done ? undefined : first.value), records }
}

/** Reads a whole backup like a restore, but without a database. Throws CommandRefused when it is damaged. */
export async function checkBackup(source: Readable): Promise<{ head: BackupHead; summary: BackupSummary }> {
  const { head, records } = await openBackup(source)
  const summary = await readTables(records, async (_table, rows) => {
    for await (const _ of rows);
  })
  return { head, summary }
}

/**
 * Restores a backup into an empty database, completely or not at all. Throws CommandRefused when the database is not
 * empty or in use, or the backup is damaged or from a newer Sextant.
 */
export async function restoreBackup(
  needs: RestoreNeeds,
  source: Readable,
): Promise<{ head: BackupHead; summary: BackupSummary }> {
  const { head, records } = await openBackup(source)
  requireKnown(head, needs.knownMigrations)
  needs.checkHead(head)
  const client = await needs.pool.connect()
  let isWhole = false
  try {
    if (await needs.isInUse(client)) throw notRestored('Sextant is running on this database. Stop it first.')
    await requireEmpty(client, head)
    const last = head.migrations.at(-1)
    if (last === undefined) throw damaged('it names no migrations.')
    await needs.migrate(last)
    await beginRestore(client)
    const summary = await readTables(records, (table, rows) => fillTable(client, table, rows))
    await completeRestore(client, head)
    await needs.finish(client, head)
    await client.query('commit')
    isWhole = true
    return { head, summary }
  } finally {
    client.release(!isWhole)
  }
}

function requireKnown(head: BackupHead, known: readonly string[]): void {
  const unknown = head.migrations.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw damaged(
    `it was made by a newer Sextant (${head.version}, migration ${unknown}). Update this one first.`,
  )
}

const notRestored = (why: string) => new CommandRefused(`Nothing was restored: ${why}`)

async function requireEmpty(client: pg.ClientBase, head: BackupHead): Promise<void> {
  const target = await readTarget(client)
  if (target.hasContent)
    throw notRestored('the database is not empty. A backup is restored into an empty one only.')
  if (target.migrations === null) {
    if (target.tables > 0) throw notRestored('the database holds tables of something else.')
    return
  }
  // fewer than in the backup: an earlier restore was killed before it reached the rows
  if (target.migrations.every((name, place) => name === head.migrations[place])) return
  throw notRestored(
    'another version of Sextant has been started on this database, so its tables differ from those of the backup. Drop the database and create it again.',
  )
}

/** Passes each table to `take`, which must read all rows. Throws when rows are missing. */
async function readTables(
  records: AsyncGenerator<BackupRecord>,
  take: (table: TableHead, rows: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupSummary> {
  const summary: BackupSummary = { tables: 0, rows: 0 }
  for (;;) {
    const { done, value: record } = await records.next()
    if (done) throw damaged('it ends too early.')
    if (record.kind === 'Z') {
      const end = parseJson<BackupSummary>(record.payload)
      if (end.rows !== summary.rows || end.tables !== summary.tables) throw damaged('it is not complete.')
      return summary
    }
    if (record.kind !== 'T') throw damaged('its parts are in a wrong order.')
    const counted = { rows: 0 }
    await take(parseJson<TableHead>(record.payload), rowsOfTable(records, counted))
    summary.tables++
    summary.rows += counted.rows
  }
}

/** The rows of a table. Checks their number at its end. */
async function* rowsOfTable(
  records: AsyncGenerator<BackupRecord>,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  for (;;) {
    const { done, value: record } = await records.next()
    if (done) throw damaged('it ends too early.')
    if (record.kind === 'E') {
      if (parseJson<{ rows: number }>(record.payload).rows !== counted.rows)
        throw damaged('rows are missing.')
      return
    }
    if (record.kind !== 'D') throw damaged('its parts are in a wrong order.')
    counted.rows += countLines(record.payload)
    yield record.payload
  }
}
