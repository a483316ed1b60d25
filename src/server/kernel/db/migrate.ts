import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Secrets } from '../net/secrets.ts'
import { storedKey } from '../net/secrets.ts'
import { StartRefused } from '../start-refused.ts'

const migrationsFolder = new URL('../../../../migrations/', import.meta.url)
/** Key of the advisory lock: any fixed number that nothing else uses. */
const migrationLock = 7_366_171

/** Steps of a migration that SQL cannot do. They run just before it, in the same transaction. */
const preparations: Readonly<
  Record<string, (client: pg.ClientBase, openSecrets: OpenSecrets) => Promise<void>>
> = { '0020-keys-at-rest.sql': sealKeys }

/** Opens the secrets of the instance; called only when a migration has something to seal. Throws StartRefused. */
export type OpenSecrets = () => Promise<Secrets>

export class NewerSchema extends Error {
  constructor(found: string, known: string) {
    super(`The database was written by a newer Sextant (migration ${found}; this one knows up to ${known}).`)
    this.name = 'NewerSchema'
  }
}

/** Names of the pending migrations of the database at `url`; all of them when it is empty. Throws NewerSchema. */
export async function missingMigrations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'sextant' })
  await client.connect()
  try {
    const table = await client.query<{ exists: boolean }>(
      "select to_regclass('migrations') is not null as exists",
    )
    return missingOf(table.rows[0]?.exists ? await migrationsRun(client) : new Set(), await listMigrations())
  } finally {
    await client.end()
  }
}

/** File names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  const names = await readdir(migrationsFolder)
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
}

/** The text of a migration. */
export async function readMigration(name: string): Promise<{ name: string; sql: string }> {
  return { name, sql: await readFile(new URL(name, migrationsFolder), 'utf8') }
}

/**
 * Brings the database at `url` to the newest schema: each file in one transaction, all under an advisory lock, so
 * any number of processes may start at once. `upTo`: the last migration to run. Answers the names it ran. Throws
 * NewerSchema, and what `openSecrets` throws.
 */
export async function migrate(
  url: string,
  openSecrets: OpenSecrets,
  upTo: string | null = null,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'sextant migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const known = await listMigrations()
    const wanted = upTo === null ? known : known.filter((name) => name <= upTo)
    const missing = missingOf(await migrationsRun(client), wanted)
    for (const name of missing) await runMigration(client, name, openSecrets)
    return missing
  } finally {
    await client.end()
  }
}

async function migrationsRun(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return new Set(rows.map((row) => row.name))
}

function missingOf(ran: ReadonlySet<string>, known: readonly string[]): string[] {
  for (const name of ran) {
    if (!known.includes(name)) throw new NewerSchema(name, known.at(-1) ?? '')
  }
  return known.filter((name) => !ran.has(name))
}

async function runMigration(client: pg.Client, name: string, openSecrets: OpenSecrets): Promise<void> {
  const { sql } = await readMigration(name)
  await client.query('begin')
  try {
    await preparations[name]?.(client, openSecrets)
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    if (error instanceof StartRefused) throw error
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** Columns that held plain-text keys before migration 0020. */
const plainKeys = [
  { kind: 'user', table: 'users', id: 'id', column: 'api_key' },
  { kind: 'query', table: 'queries', id: 'id', column: 'api_key' },
  { kind: 'dashboard', table: 'dashboard_tokens', id: 'dashboard_id', column: 'token' },
] as const

const batch = 1000

/**
 * Prepares migration 0020, in its transaction: seals every plain-text key into the temporary table that the migration
 * reads. Calls `openSecrets` only when there is something to seal, and throws its errors.
 */
async function sealKeys(client: pg.ClientBase, openSecrets: () => Promise<Secrets>): Promise<void> {
  await client.query(
    'create temporary table sealed_keys (kind text, id integer, sealed bytea not null, primary key (kind, id))',
  )
  let secrets: Secrets | null = null
  for (const { kind, table, id, column } of plainKeys) {
    await client.query(`lock table ${table} in share row exclusive mode`)
    for (let last = 0; ; ) {
      const { rows } = await client.query<{ id: number; key: string }>(
        `select ${id} as id, ${column} as key from ${table} where ${id} > $1 order by ${id} limit ${batch}`,
        [last],
      )
      const end = rows.at(-1)
      if (end === undefined) break
      last = end.id
      secrets ??= await openSecrets()
      const known = secrets
      await client.query('insert into sealed_keys select $1, * from unnest($2::integer[], $3::bytea[])', [
        kind,
        rows.map((row) => row.id),
        rows.map((row) => storedKey(known, row.key).sealed),
      ])
    }
  }
}
