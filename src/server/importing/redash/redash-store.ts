import { type Kysely, sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { type RedashTable, redashTables } from './redash-tables.ts'

/** A row as PostgreSQL writes it in JSON: times are ISO texts, bytes are `\x…`. */
export type Row = Readonly<Record<string, unknown>>

type Redash = Kysely<unknown>

/** One snapshot of the whole database, in which nothing can be written. */
export async function inSnapshot<T>(db: Db, work: (redash: Redash) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local search_path = public`.execute(tx)
      await sql`set local timezone = 'UTC'`.execute(tx)
      return await work(tx as unknown as Redash)
    })
}

export async function listColumns(redash: Redash): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public' group by 1`.execute(redash)
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]))
}

/** Its revisions of the schema; two where branches of its history were not joined yet. */
export async function listRevisions(redash: Redash): Promise<string[]> {
  const { rows } = await sql<{ version_num: string }>`select version_num from alembic_version`.execute(redash)
  return rows.map((row) => row.version_num)
}

/** The whole rows of a small table, and the pages of a large one: they may hold long texts. */
const pageSize = 200

/** The search index is large and made by Redash; a result has its own way. */
const leftOut = 'search_vector'

/**
 * The rows of a table in the order of their ids, a page at a time. `of`: rows of other organizations are left out where
 * the table says whose they are.
 */
export async function* readPages(
  redash: Redash,
  table: RedashTable,
  { orgId, columns }: { orgId: number; columns: ReadonlySet<string> },
): AsyncGenerator<Row[]> {
  const order = columns.has('id') ? sql`t.id` : sql`t.ctid`
  const ofOrganization = columns.has('org_id') ? sql`t.org_id = ${orgId}` : sql`true`
  let after: unknown = null
  for (;;) {
    const from = after === null || !columns.has('id') ? sql`true` : sql`t.id > ${after}`
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) - ${sql.val(leftOut)}::text as row from ${sql.table(table)} t
      where ${ofOrganization} and ${from} order by ${order}
      limit ${columns.has('id') ? pageSize : null}`.execute(redash)
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < pageSize || !columns.has('id')) return
    after = rows.at(-1)?.row['id']
  }
}

export async function listOrganizations(redash: Redash): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from organizations t order by t.id`.execute(redash)
  return rows.map(({ row }) => row)
}

export async function listIds(
  redash: Redash,
  table: RedashTable,
  { orgId, columns }: { orgId: number; columns: ReadonlySet<string> },
): Promise<number[]> {
  const ofOrganization = columns.has('org_id') ? sql`t.org_id = ${orgId}` : sql`true`
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} t where ${ofOrganization} order by t.id`.execute(redash)
  return rows.map((row) => row.id)
}

/** The last result of a query, as Redash has stored it. */
export interface StoredByRedash {
  /** the text that was run, with the values of its parameters */
  query: string
  retrieved_at: Date
  bytes: number
  /** JSON text: columns and rows; null: it is longer than asked for, or missing */
  data: string | null
}

export async function findRedashResult(
  redash: Redash,
  queryId: number,
  maxBytes: number,
): Promise<StoredByRedash | null> {
  const { rows } = await sql<StoredByRedash>`
    select r.query, r.retrieved_at, octet_length(r.data) as bytes,
      case when octet_length(r.data) <= ${maxBytes} then r.data end as data
    from queries q join query_results r on r.id = q.latest_query_data_id where q.id = ${queryId}`.execute(
    redash,
  )
  return rows[0] ?? null
}

export const missingColumns = (columns: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  Object.entries(redashTables).flatMap(([table, { needed }]) => {
    const has = columns.get(table)
    if (has === undefined) return [`the table ${table}`]
    return needed.filter((column) => !has.has(column)).map((column) => `${table}.${column}`)
  })
