import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import type { RefreshFacts } from '#shared/schedules/next-refresh.ts'

/** Key of the advisory lock of whoever is looking what is due. */
const lookingLock = 7_366_175

/** Runs `look` unless another worker is looking at this moment: then null. */
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

/** What the clock of schedules found when it looked last. */
export interface ScheduleLook {
  started_at: Date
  ended_at: Date
  due_count: number
  /** of the query that had been due for longest */
  latest_seconds: number
}

export async function noteLook(db: Db, look: ScheduleLook): Promise<void> {
  await db
    .insertInto('schedule_looks')
    .values(look)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(look))
    .execute()
}

/** null: it has never looked. */
export async function findLook(db: Db): Promise<ScheduleLook | null> {
  const look = await db
    .selectFrom('schedule_looks')
    .select(['started_at', 'ended_at', 'due_count', 'latest_seconds'])
    .executeTakeFirst()
  return look ?? null
}

/** What decides whether a query is due. */
export interface Scheduled {
  id: number
  schedule: unknown
  schedule_failures: number
  /** start of the last scheduled run, else the time of the newest result */
  last_run: Date | null
}

/** Every query that a schedule may start: neither archived nor detached, its data source not paused. Newest first. */
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

/** What the next run of a query depends on; null: there is no such query. */
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

/** What a scheduled run is made from. */
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

/** Of these queries those that have a data source, newest first. */
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
 * Of these queries, those that may be started still and that nobody else is starting, saving or storing a result of at
 * this moment; they are held until the transaction ends.
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

/** Notes the start of a run. Its hash may be another one than at the last save: dynamic dates move on. */
export async function stampStart(tx: Db, ids: readonly number[], at: Date, hash: string): Promise<void> {
  await tx
    .updateTable('queries')
    .set({ last_scheduled_at: at, query_hash: hash })
    .where('id', 'in', ids)
    .execute()
}

/** Notes an attempt that could not become a run. */
export async function stampAttempt(tx: Db, id: number, at: Date): Promise<void> {
  await tx.updateTable('queries').set({ last_scheduled_at: at }).where('id', '=', id).execute()
}

/** Keeps others from changing the query until the transaction ends. */
export async function holdQuery(tx: Db, id: number): Promise<void> {
  await tx.selectFrom('queries').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export interface FailedRefresh {
  query_id: number
  message: string
  at: Date
}

/**
 * One more failure in a row. A report for the owner is kept where the organisation wants mails, while he is enabled and
 * the failures are fewer than `maxReports` (docs/reference/api-queries.md#failure-mails).
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

/** Writes nothing where there are none, so that most results leave the query alone. */
export async function clearFailures(tx: Db, queryId: number): Promise<void> {
  await tx
    .updateTable('queries')
    .set({ schedule_failures: 0 })
    .where('id', '=', queryId)
    .where('schedule_failures', '>', 0)
    .execute()
}

/** Clears schedules whose last day is over. That is no save: version and dates stay. Answers how many there were. */
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

/** Queries whose scheduled run waits in line or is under way. */
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
