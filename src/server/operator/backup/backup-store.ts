import type pg from 'pg'
import type { BackupHead, TableHead } from './backup-format.ts'
import { copyIn, copyOut } from './copy-stream.ts'

/** Tables left out of backups: data of running processes, and work that would be done twice after a restore. */
const leftOut: ReadonlySet<string> = new Set([
  // listed in the head
  'migrations',
  'workers',
  'schedule_looks',
  // unfinished runs start again on the next request
  'jobs',
  'job_askers',
  'served_turns',
  'option_tests',
  // users log in again
  'sessions',
  'replaced_tokens',
  'pending_sign_ins',
  'rate_limit_hits',
  'sign_in_attempts',
  'spent_assertions',
  // pending messages are sent by the instance that was backed up
  'mails',
  'scheduled_failures',
])
const ofResults: ReadonlySet<string> = new Set(['query_results', 'query_result_chunks'])
/** Columns that reference or describe a result. */
const resultColumns: ReadonlySet<string> = new Set([
  'latest_result_id',
  'latest_runtime',
  'latest_retrieved_at',
])

export interface TablePlan extends TableHead {
  statement: string
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Begins the transaction whose snapshot all tables are read from. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

export async function readHeadFacts(
  client: pg.ClientBase,
): Promise<Pick<BackupHead, 'migrations' | 'secret_key_check' | 'sequences'>> {
  const migrations = await client.query<{ name: string }>('select name from migrations order by name')
  const check = await client.query<{ sealed: string }>(
    `select encode(encrypted_check, 'base64') as sealed from secret_key_checks`,
  )
  const sequences = await client.query<{ name: string; value: string; is_called: boolean }>(`
    select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as is_called
    from pg_sequences where schemaname = 'public' order by sequencename`)
  return {
    migrations: migrations.rows.map((row) => row.name),
    secret_key_check: check.rows[0]?.sealed.replaceAll('\n', '') ?? null,
    sequences: sequences.rows,
  }
}

/** The tables of a backup, each after the tables it references, and the statement that reads each. */
export async function planTables(client: pg.ClientBase, hasResults: boolean): Promise<TablePlan[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; parents: string[] }>(`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct p.confrelid::regclass::text from pg_constraint p
        where p.conrelid = c.oid and p.contype = 'f' and p.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname collate "C"`)
  const wanted = rows.filter((row) => !leftOut.has(row.name) && (hasResults || !ofResults.has(row.name)))
  return parentsFirst(wanted).map(({ name: table, columns }) => ({
    name: table,
    columns,
    statement: `copy (select ${columns.map((column) => selected(column, hasResults)).join(', ')}
      from ${name(table)}${conditionOf(table)}) to stdout`,
  }))
}

function selected(column: string, hasResults: boolean): string {
  return hasResults || !resultColumns.has(column) ? name(column) : `null as ${name(column)}`
}

/** Leaves out chunks of unfinished runs, which have no result yet. */
function conditionOf(table: string): string {
  if (table === 'query_result_chunks') return ' where result_id in (select id from query_results)'
  // those of a reading that goes on are rows of no file yet
  if (table === 'uploaded_file_chunks')
    return ' where (file_id, reading) in (select id, reading from uploaded_files)'
  return ''
}

function parentsFirst<T extends { name: string; parents: readonly string[] }>(tables: readonly T[]): T[] {
  const sorted: T[] = []
  const placed = new Set<string>()
  const left = new Set(tables)
  while (left.size > 0) {
    const next = [...left].find(({ parents }) =>
      parents.every((parent) => placed.has(parent) || ![...left].some((other) => other.name === parent)),
    )
    if (next === undefined) throw new Error('Tables point at each other in a circle.')
    left.delete(next)
    placed.add(next.name)
    sorted.push(next)
  }
  return sorted
}

export const readTable = (client: pg.ClientBase, { statement }: TablePlan): AsyncIterable<Buffer> =>
  copyOut(client, statement)

/** The state of the target database before a restore. */
interface TargetState {
  tables: number
  /** null: never used by Sextant */
  migrations: string[] | null
  hasContent: boolean
}

export async function readTarget(client: pg.ClientBase): Promise<TargetState> {
  const facts = await client.query<{ tables: number; is_begun: boolean; is_known: boolean }>(`
    select
      (select count(*)::integer from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) as tables,
      (select count(*) from information_schema.columns where table_schema = 'public'
        and table_name = 'migrations' and column_name in ('name', 'ran_at')) = 2 as is_begun,
      to_regclass('public.organizations') is not null as is_known`)
  const { tables = 0, is_begun = false, is_known = false } = facts.rows[0] ?? {}
  if (!is_begun) return { tables, migrations: null, hasContent: false }
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const migrations = rows.map((row) => row.name)
  // a restore killed at its very beginning leaves only this table
  if (!is_known) return { tables, migrations: tables === 1 ? migrations : null, hasContent: false }
  const content = await client.query<{ has: boolean }>(`
    select exists (select from organizations) or exists (select from users) or exists (select from data_sources) as has`)
  return { tables, migrations, hasContent: content.rows[0]?.has === true }
}

const restoreLock = 7_366_176

/** Begins the transaction of a restore. A lock keeps out other restores. */
export async function beginRestore(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [restoreLock])
  // recorded at the first start of an instance
  await client.query('delete from secret_key_checks')
}

export async function fillTable(
  client: pg.ClientBase,
  table: TableHead,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  // the data that triggers maintain is in the backup as well
  await client.query(`alter table ${name(table.name)} disable trigger user`)
  await copyIn(client, `copy ${name(table.name)} (${table.columns.map(name).join(', ')}) from stdin`, rows)
  await client.query(`alter table ${name(table.name)} enable trigger user`)
}

/** Final steps once all rows are restored. */
export async function completeRestore(client: pg.ClientBase, head: BackupHead): Promise<void> {
  for (const { name: sequence, value, is_called } of head.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${name(sequence)}`,
      value,
      is_called,
    ])
  }
  // the instance that was backed up sends them
  await client.query(`
    update alert_deliveries set state = 'given_up', next_attempt_at = null, claimed_by = null, claimed_until = null,
      last_error = 'It was still queued in the backup from which this instance was restored.'
    where state = 'queued'`)
}
