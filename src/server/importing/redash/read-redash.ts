import { createHash } from 'node:crypto'
import { type Database, openDatabase } from '#server/kernel/index.ts'
import type { Note } from '../bring/report.ts'
import { ImportRefused } from '../import-refused.ts'
import { openFernet } from './fernet.ts'
import {
  findRedashResult,
  inSnapshot,
  listColumns,
  listIds,
  listOrganizations,
  listRevisions,
  missingColumns,
  type Row,
  readPages,
  type StoredByRedash,
} from './redash-store.ts'
import { dashboardColumns, type RedashTable, redashTables } from './redash-tables.ts'

/** What an instance of Redash holds, as an import reads it: from its database, or through its API. */
export interface Redash {
  /** the same for each look at the same instance */
  origin: string
  /** the host name of its address; null: not known */
  host: string | null
  organization: Row
  /** of the grid of its dashboards */
  columns: 6 | 12
  /** columns of its tables that an import does not read, as `queries.color` */
  unknown: string[]
  /** sentences about what is missing; empty: everything is there, also the secrets */
  withheld: string[]
  /** what it says itself about items that cannot come */
  notes: Note[]
  /** false: its ids have no meaning elsewhere, so new ones are given here */
  keepsIds: boolean
  pages(table: RedashTable): AsyncIterable<Row[]>
  ids(table: RedashTable): Promise<number[]>
  result(queryId: number, maxBytes: number): Promise<StoredByRedash | null>
  /** the options of a row in `encrypted_options`, or in `options` of older versions; null: they cannot be opened */
  openOptions(row: Row): Record<string, unknown> | null
}

export interface RedashDatabase {
  /** postgres://… */
  url: string
  secretKey: string
}

/**
 * Opens the database of a Redash and works on one snapshot of it, read only. Throws ImportRefused when it cannot be
 * reached, is no database of a Redash from version 8 on, or when the secret key is not its own.
 */
export async function withRedash<T>(
  { url, secretKey }: RedashDatabase,
  work: (redash: Redash) => Promise<T>,
): Promise<T> {
  const database = open(url)
  try {
    await reach(database)
    return await inSnapshot(database.db, async (tx) => {
      const columns = await listColumns(tx)
      requireRedash(columns)
      const revisions = await listRevisions(tx)
      const organization = onlyOne(await listOrganizations(tx))
      const orgId = Number(organization['id'])
      const place = (table: RedashTable) => ({ orgId, columns: columns.get(table) ?? new Set<string>() })
      const redash: Redash = {
        origin: originOf(organization),
        host: null,
        withheld: [],
        notes: [],
        keepsIds: true,
        organization,
        columns: revisions.every((revision) => dashboardColumns(revision) === 6) ? 6 : 12,
        unknown: unknownColumns(columns),
        pages: (table) => readPages(tx, table, place(table)),
        ids: (table) => listIds(tx, table, place(table)),
        result: (queryId, maxBytes) => findRedashResult(tx, queryId, maxBytes),
        openOptions: (row) => openOptions(row, secretKey),
      }
      await requireKey(redash)
      return await work(redash)
    })
  } finally {
    await database.close()
  }
}

function open(url: string): Database {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new ImportRefused(
      '--database: an address such as postgres://redash:password@host/redash is needed.',
    )
  return openDatabase(url, { max: 1, name: 'sextant import', onError: () => {} })
}

async function reach({ pool }: Database): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    throw new ImportRefused(
      `--database: the database of Redash cannot be opened: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  }
}

function requireRedash(columns: ReadonlyMap<string, ReadonlySet<string>>): void {
  if (!columns.has('alembic_version') || !columns.has('organizations'))
    throw new ImportRefused('--database: this is not a database of Redash: it has no tables of it.')
  const missing = missingColumns(columns)
  if (missing.length === 0) return
  const [first = ''] = missing
  const others = missing.length === 1 ? '' : `, and ${missing.length - 1} more`
  throw new ImportRefused(
    `--database: ${first} is missing${others}. Either this Redash is older than version 8: upgrade it first; or its database was restored in part: restore all of it.`,
  )
}

function onlyOne(organizations: readonly Row[]): Row {
  const [found] = organizations.filter(({ slug }) => slug === 'default')
  const chosen = found ?? (organizations.length === 1 ? organizations[0] : undefined)
  if (chosen !== undefined) return chosen
  throw new ImportRefused(
    organizations.length === 0
      ? '--database: this Redash is not set up: it has no organization.'
      : '--database: this Redash has several organizations, and none with the slug "default".',
  )
}

const originOf = ({ id, created_at }: Row): string =>
  `redash ${createHash('sha256')
    .update(JSON.stringify([id, created_at]))
    .digest('hex')
    .slice(0, 16)}`

function unknownColumns(columns: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return Object.entries(redashTables).flatMap(([table, { needed, known }]) => {
    const expected = new Set<string>([...needed, ...known])
    return [...(columns.get(table) ?? [])]
      .filter((column) => !expected.has(column))
      .map((column) => `${table}.${column}`)
  })
}

function openOptions(row: Row, secretKey: string): Record<string, unknown> | null {
  const { encrypted_options: sealed, options } = row
  const text =
    typeof sealed === 'string' && sealed.startsWith('\\x')
      ? openFernet(Buffer.from(sealed.slice(2), 'hex').toString('latin1'), secretKey)
      : (options ?? '{}')
  try {
    const read: unknown = typeof text === 'string' ? JSON.parse(text) : text
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Refuses a key that opens nothing. One row that it cannot open may be damaged: that is reported with the row. */
async function requireKey(redash: Redash): Promise<void> {
  let name: unknown = null
  for await (const page of redash.pages('data_sources')) {
    for (const row of page) {
      if (redash.openOptions(row) !== null) return
      name ??= row['name']
    }
  }
  if (name === null) return
  throw new ImportRefused(
    `--secret-key: it does not open the options of the data source "${String(name)}". It is the REDASH_SECRET_KEY of Redash, or its REDASH_COOKIE_SECRET if that is not set.`,
  )
}
