import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'

/** The tables that an import fills. */
export type Target =
  | 'groups'
  | 'users'
  | 'data_sources'
  | 'queries'
  | 'visualizations'
  | 'query_snippets'
  | 'dashboards'
  | 'widgets'
  | 'destinations'
  | 'alerts'

export type LinkTarget =
  | 'group_members'
  | 'data_source_groups'
  | 'dashboard_tokens'
  | 'alert_subscriptions'
  | 'favorites'
  | 'access_grants'

/** Columns and their values as in JSON: bytes are `\x…`, times ISO texts. */
export type Values = Readonly<Record<string, unknown>>

export interface Item {
  their_key: string
  our_id: number | null
  their_hash: Buffer
  our_hash: Buffer | null
}

/** Where the items of one kind belong. */
export interface ItemPlace {
  org_id: number
  origin: string
  kind: string
}

/** One import of an organization at a time: until the transaction ends, others wait. */
export async function lockImports(db: Db, orgId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${orgId}`}, 0))`.execute(db)
}

export async function listItems(db: Db, { org_id, origin, kind }: ItemPlace): Promise<Map<string, Item>> {
  const rows = await db
    .selectFrom('import_items')
    .where('org_id', '=', org_id)
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .select(['their_key', 'our_id', 'their_hash', 'our_hash'])
    .execute()
  return new Map(rows.map((row) => [row.their_key, row]))
}

/** Adds items, or replaces what is known of them. */
export async function saveItems(
  db: Db,
  { org_id, origin, kind }: ItemPlace,
  items: readonly Item[],
): Promise<void> {
  if (items.length === 0) return
  await db
    .insertInto('import_items')
    .values(items.map((item) => ({ ...item, org_id, origin, kind })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'origin', 'kind', 'their_key']).doUpdateSet((eb) => ({
        their_hash: eb.ref('excluded.their_hash'),
        our_hash: eb.ref('excluded.our_hash'),
        our_id: eb.ref('excluded.our_id'),
        brought_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Those of the ids that the table has. */
export async function presentIds(db: Db, table: Target, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${sql.val([...ids])}::integer[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The ids of rows by the values of these columns, for what is known by its name. */
export async function idsByKey(
  db: Db,
  table: Target,
  orgId: number,
  columns: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; row: Values }>`
    select id, to_jsonb(t) as row from ${sql.table(table)} t where org_id = ${orgId} order by id desc`.execute(
    db,
  )
  return new Map(rows.map(({ id, row }) => [JSON.stringify(columns.map((name) => row[name])), id]))
}

/** Moves the sequence behind these ids at once, so that a row that is made at this moment takes none of them. */
export async function reserveIds(db: Db, table: Target, highest: number): Promise<void> {
  await sql`
    select setval(sequence, greatest(${highest}::bigint, nextval(sequence) - 1))
    from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence) as found
    where sequence is not null`.execute(db)
}

export async function nextIds(db: Db, table: Target, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id
    from generate_series(1, ${count}::integer)`.execute(db)
  return rows.map(({ id }) => id)
}

const names = (values: Values) => sql.join(Object.keys(values).map((name) => sql.ref(name)))

/** Rows that have the same columns. */
export async function insertRows(db: Db, table: Target, rows: readonly Values[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await sql`
    insert into ${sql.table(table)} (${names(first)})
    select ${names(first)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  )
}

/** Adds links that are not there. */
export async function insertLinks(db: Db, table: LinkTarget, rows: readonly Values[]): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  await sql`
    insert into ${sql.table(table)} (${names(first)})
    select ${names(first)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(db)
}

export async function updateRow(db: Db, table: Target, id: number, values: Values): Promise<void> {
  await sql`
    update ${sql.table(table)} set (${names(values)}) = (
      select ${names(values)} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(values)}::jsonb))
    where id = ${id}`.execute(db)
}

export async function readRows(db: Db, table: Target, ids: readonly number[]): Promise<Map<number, Values>> {
  const { rows } = await sql<{ id: number; row: Values }>`
    select id, to_jsonb(t) as row from ${sql.table(table)} t
    where id = any(${sql.val([...ids])}::integer[])`.execute(db)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

export async function dashboardsWithoutVersion(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; user_id: number }[]> {
  return await db
    .selectFrom('dashboards')
    .where(sql<boolean>`dashboards.id = any(${sql.val([...ids])}::integer[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dashboard_versions')
            .whereRef('dashboard_versions.dashboard_id', '=', 'dashboards.id')
            .select('dashboard_versions.id'),
        ),
      ),
    )
    .orderBy('dashboards.id')
    .select(['dashboards.id', 'dashboards.user_id'])
    .execute()
}

/** Locked until the transaction ends; null before set-up. */
export async function findOrganization(db: Db): Promise<{ id: number; settings: Values } | null> {
  const row = await db
    .selectFrom('organizations')
    .where('slug', '=', 'default')
    .select(['id', 'settings'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Call it after `findOrganization`, which locks them. */
export async function storeSettings(db: Db, orgId: number, settings: Values): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` })
    .where('id', '=', orgId)
    .execute()
}

/** The first active admin: owner of what has no owner any more. */
export async function findAdmin(db: Db, orgId: number): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('group_members', 'group_members.user_id', 'users.id')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .where('users.org_id', '=', orgId)
    .where('users.disabled_at', 'is', null)
    .where(sql<boolean>`'admin' = any(groups.permissions)`)
    .orderBy('users.id')
    .select('users.id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Queries of dropdown lists that have no result, with their owners. */
export async function listUnreadLists(
  db: Db,
  orgId: number,
  limit: number,
): Promise<{ id: number; user_id: number }[]> {
  // PostgreSQL reads no NUL in JSON
  const { rows } = await sql<{ id: number; user_id: number }>`
    with parameters as (
      select element ->> 'queryId' as list_id
      from (select options::jsonb -> 'parameters' as list from queries
        where org_id = ${orgId} and not is_archived and options like '%queryId%' and strpos(options, '\\u0000') = 0) as of_query
      cross join lateral jsonb_array_elements(case when jsonb_typeof(list) = 'array' then list else '[]' end) as element
    )
    select id, user_id from queries
    where org_id = ${orgId} and latest_result_id is null and data_source_id is not null and not is_archived
      and id::text in (select list_id from parameters)
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Locked until the transaction ends. */
export async function lockUser(db: Db, id: number) {
  return await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'email', 'is_email_verified', 'is_invitation_pending'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns whether the unique values were free. A savepoint keeps the transaction of the phase usable. */
export async function isFree(tx: Db, write: () => Promise<void>): Promise<boolean> {
  await sql`savepoint unique_values`.execute(tx)
  try {
    await write()
    await sql`release savepoint unique_values`.execute(tx)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
    await sql`rollback to savepoint unique_values`.execute(tx)
    return false
  }
}
