import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { RefreshFacts } from '#shared/schedules/next-refresh.ts'

/** Key of the advisory lock of the worker that looks for due queries. */
const lookingLock = 7_366_175

/** Runs `look`; returns null if another worker is looking. */
export async function whileLookingAlone<T>(db: Db, look: () => Promise<T>): Promise<T | null> {
  return await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lookingLock}) as got`.execute(
      connection,
    )
    if (rows[0]?.got !== true) return null
    try {
      return await look()
    } finally {
      await sql`select pg_advisory_unlock(${lookingLock})`.execute(connection)
    }
  })
}

/** What the scheduler found in its last look. */
export interface ScheduleLook {
  started_at: Date
  ended_at: Date
  due_count: number
  /** delay of the query that had been due longest */
  latest_seconds: number
}

export async function noteLook(db: Db, look: ScheduleLook): Promise<void> {
  await db
    .insertInto('schedule_looks')
    .values(look)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(look))
    .execute()
}

/** null: the scheduler has never looked. */
export async function findLook(db: Db): Promise<ScheduleLook | null> {
  const look = await db
    .selectFrom('schedule_looks')
    .select(['started_at', 'ended_at', 'due_count', 'latest_seconds'])
    .executeTakeFirst()
  return look ?? null
}

/** Facts that decide whether a query is due. */
export interface Scheduled {
  id: number
  schedule: unknown
  schedule_failures: number
  /** start of the last scheduled run, else the time of the newest result */
  last_run: Date | null
}

/** Queries that a schedule may start: neither archived nor detached, data source not paused. Newest first. */
export async function listScheduled(db: Db): Promise<Scheduled[]> {
  return await refreshable(db).orderBy('queries.id', 'desc').execute()
}

function refreshable(db: Db) {
  return db
    .selectFrom('queries')
    .innerJoin('data_sources', 'data_sources.id', 'queries.data_source_id')
    .leftJoin('query_results', 'query_results.id', 'queries.latest_result_id')
    .where('queries.schedule', 'is not', null)
    .where('queries.is_archived', '=', false)
    .where('data_sources.is_paused', '=', false)
    .select(['queries.id', 'queries.schedule', 'queries.schedule_failures'])
    .select(sql<Date | null>`coalesce(queries.last_scheduled_at, query_results.retrieved_at)`.as('last_run'))
}

/** Facts that determine the next run of a query; null if the query does not exist. */
export async function findRefreshFacts(db: Db, queryId: number): Promise<RefreshFacts | null> {
  const row = await db
    .selectFrom('queries')
    .leftJoin('query_results', 'query_results.id', 'queries.latest_result_id')
    .select(['queries.schedule', 'queries.schedule_failures', 'queries.last_scheduled_at'])
    .select(['queries.updated_at', 'queries.is_archived', 'queries.data_source_id'])
    .select('query_results.retrieved_at')
    .where('queries.id', '=', queryId)
    .executeTakeFirst()
  return row ?? null
}

export interface RefreshableQuery {
  id: number
  org_id: number
  version: number
  query_text: string
  options: Record<string, unknown>
  data_source_id: number
  source_type: string
  user_id: number
  owner_email: string
}

/** Those of the given queries that have a data source, newest first. */
export async function findRefreshable(db: Db, ids: readonly number[]): Promise<RefreshableQuery[]> {
  const rows = await db
    .selectFrom('queries')
    .innerJoin('data_sources', 'data_sources.id', 'queries.data_source_id')
    .innerJoin('users', 'users.id', 'queries.user_id')
    .select(['queries.id', 'queries.org_id', 'queries.version', 'queries.query_text', 'queries.options'])
    .select(['data_sources.id as data_source_id', 'data_sources.type as source_type'])
    .select(['users.id as user_id', 'users.email as owner_email'])
    .where('queries.id', 'in', ids)
    .orderBy('queries.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, options: JSON.parse(row.options) }))
}

/**
 * Those of the given queries that may still be started and that no other process is starting, saving or storing a
 * result of. Locked until the transaction ends.
 */
export async function claimScheduled(
  tx: Db,
  ids: readonly number[],
): Promise<(Scheduled & { version: number })[]> {
  return await refreshable(tx)
    .select('queries.version')
    .where('queries.id', 'in', ids)
    .orderBy('queries.id', 'desc')
    .forNoKeyUpdate('queries')
    .skipLocked()
    .execute()
}

/** Records the start of a run. Its hash may differ from that of the last save, because dynamic dates change. */
export async function stampStart(tx: Db, ids: readonly number[], at: Date, hash: string): Promise<void> {
  await tx
    .updateTable('queries')
    .set({ last_scheduled_at: at, query_hash: hash })
    .where('id', 'in', ids)
    .execute()
}

/** Records an attempt that failed before a run could start. */
export async function stampAttempt(tx: Db, id: number, at: Date): Promise<void> {
  await tx.updateTable('queries').set({ last_scheduled_at: at }).where('id', '=', id).execute()
}

/** Locks the query against changes until the transaction ends. */
export async function holdQuery(tx: Db, id: number): Promise<void> {
  await tx.selectFrom('queries').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export interface FailedRefresh {
  query_id: number
  message: string
  at: Date
}

/**
 * Adds a consecutive failure. Keeps a report for the owner if the organization wants mails, the owner is enabled and
 * the failures are below `maxReports` (docs/reference/api-queries.md#failure-mails).
 */
export async function addFailure(tx: Db, failed: FailedRefresh, maxReports: number): Promise<void> {
  await sql`
    with failed as (
      update queries set schedule_failures = schedule_failures + 1 where id = ${failed.query_id}
      returning id, org_id, user_id, schedule_failures
    )
    insert into scheduled_failures (query_id, user_id, message, schedule_failures, failed_at)
    select failed.id, failed.user_id, ${failed.message}, failed.schedule_failures, ${failed.at}
    from failed
      join users on users.id = failed.user_id and users.disabled_at is null
      join organizations on organizations.id = failed.org_id
        and organizations.settings->'send_email_on_failed_scheduled_queries' = 'true'::jsonb
    where failed.schedule_failures < ${maxReports}`.execute(tx)
}

/** Writes nothing for a query without failures: most results leave its row alone. */
export async function clearFailures(tx: Db, queryId: number): Promise<void> {
  await tx
    .updateTable('queries')
    .set({ schedule_failures: 0 })
    .where('id', '=', queryId)
    .where('schedule_failures', '>', 0)
    .execute()
}

/** Clears schedules whose last day is over and returns their number. This is not a save: version and dates stay. */
export async function clearEndedSchedules(db: Db, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const { numUpdatedRows } = await db
    .updateTable('queries')
    .set({ schedule: null })
    .where(sql<boolean>`schedule->>'until' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`)
    .where(sql<boolean>`schedule->>'until' <= ${today}`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Queries whose scheduled run is waiting or running. */
export async function listUnderWay(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('query_id')
    .distinct()
    .where('is_scheduled', '=', true)
    .where('status', 'in', ['queued', 'started'])
    .where('query_id', 'is not', null)
    .execute()
  return rows.flatMap(({ query_id }) => (query_id === null ? [] : [query_id]))
}
