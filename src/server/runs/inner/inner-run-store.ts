import { sql } from 'kysely'
import type { Db } from '#server/kernel/index.ts'
import { outerJobId } from '../jobs/asker.ts'
import { isSuspect, lockClaims, notifyChanged } from '../jobs/job-line-store.ts'
import { findJob, type StoredJob } from '../jobs/job-store.ts'

/** A query that a text reads. */
export interface LentQuery {
  id: number
  org_id: number
  name: string
  data_source_id: number | null
  latest_result_id: number | null
  query_text: string
  query_hash: string
  options: Record<string, unknown>
  user_id: number
  last_modified_by_id: number | null
  /** null: it has no data source any more */
  source_type: string | null
}

const maxId = 2_147_483_647

/** The unarchived query of this organization. */
export async function findLentQuery(db: Db, orgId: number, id: number): Promise<LentQuery | null> {
  if (id > maxId) return null
  const query = await db
    .selectFrom('queries')
    .leftJoin('data_sources', 'data_sources.id', 'queries.data_source_id')
    .select(['queries.id', 'queries.org_id', 'queries.name', 'queries.data_source_id'])
    .select(['latest_result_id', 'query_text', 'query_hash', 'queries.options'])
    .select(['user_id', 'last_modified_by_id', 'data_sources.type as source_type'])
    .where('queries.id', '=', id)
    .where('queries.org_id', '=', orgId)
    .where('is_archived', '=', false)
    .executeTakeFirst()
  return query === undefined ? null : { ...query, options: JSON.parse(query.options) }
}

/** The owner of a query, archived or not, and the person who saved it last. */
export async function findAuthorIds(db: Db, queryId: number): Promise<number[]> {
  const query = await db
    .selectFrom('queries')
    .select(['user_id', 'last_modified_by_id'])
    .where('id', '=', queryId)
    .executeTakeFirst()
  if (query === undefined) return []
  return [...new Set([query.user_id, query.last_modified_by_id ?? query.user_id])]
}

/** A run and the runs that need it, the outermost first. */
export async function findTrail(db: Db, job: StoredJob, most: number): Promise<StoredJob[]> {
  const trail = [job]
  while (trail.length <= most) {
    const outerId = outerJobId((trail[0] as StoredJob).asker)
    const outer = outerId === null ? null : await findJob(db, outerId)
    if (outer === null) break
    trail.unshift(outer)
  }
  return trail
}

export interface ClaimingRun {
  worker_id: string
  /** max concurrent runs on a data source without a limit of its own */
  max_runs: number
  /** a run on the data source of the outer one uses the place of that one: with one place, it would wait for itself */
  needs_place: boolean
  /** runs that may end their process too */
  takes_suspects: boolean
}

/**
 * Starts this run in the place of the run that needs it, if it is still waiting and its data source has a free place. A
 * run must not wait for a worker while it holds one: with one worker it would wait for ever.
 */
export async function claimInnerRun(db: Db, jobId: string, run: ClaimingRun): Promise<StoredJob | null> {
  return await db.transaction().execute(async (tx) => {
    await lockClaims(tx)
    const hasPlace = sql`(select count(*) from jobs started where started.status = 'started' and started.line = jobs.line)
      < (select coalesce(max_runs, ${run.max_runs}::int) from data_sources where data_sources.id = jobs.data_source_id)`
    const { rows } = await sql<StoredJob>`
      with claimed as (
        update jobs set status = 'started', worker_id = ${run.worker_id}, attempts = attempts + 1,
          started_at = clock_timestamp(), result_id = nextval('query_results_id_seq'),
          backend = null, row_count = 0, result_json = null
        where id = ${jobId} and status = 'queued' and (${!run.needs_place} or ${hasPlace})
          and (${run.takes_suspects} or not ${isSuspect(sql`jobs`, sql`jobs.attempts`)})
        returning *
      )
      select claimed.*, ${notifyChanged(sql`claimed.id`)} from claimed`.execute(tx)
    return rows[0] ?? null
  })
}

/** A waiting run: has it, or an earlier one of the same text, ended the process of its worker? */
export async function mayEndItsProcess(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql<{ is_suspect: boolean }>`
    select ${isSuspect(sql`jobs`, sql`jobs.attempts`)} as is_suspect from jobs
    where id = ${jobId} and status = 'queued'`.execute(db)
  return rows[0]?.is_suspect ?? false
}
