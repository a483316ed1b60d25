import { sql } from 'kysely'
import type { Db, JobError } from '#server/kernel/index.ts'
import { scheduleAsker } from './asker.ts'
import { lockAskers } from './insert-job-store.ts'
import { jobCancelChannel } from './job-channels.ts'
import { addToQueue, comesLast, notifyChanged } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'

/**
 * An asker who polled and has then been silent for this long has left: pages are closed without notice. One who never
 * polled (a program that starts a run and disconnects) wants the run until it ends.
 */
const silentMinutes = 30
/** A poll is recorded at most once per this time. */
const lookPauseSeconds = 20

const wants = sql`(job_askers.seen_at is null or job_askers.seen_at > now() - make_interval(mins => ${silentMinutes}))`

/** Other askers who want the result of a run. */
export interface OtherAskers {
  /** users, and keys or tokens; all callers with the same one count once */
  count: number
  is_scheduled: boolean
}

/** Records that the asker polled. Polling does not make a caller an asker. */
export async function noteLook(db: Db, jobId: string, asker: string): Promise<void> {
  await sql`
    update job_askers set seen_at = now()
    where job_id = ${jobId} and asker = ${asker}
      and (seen_at is null or seen_at < now() - make_interval(secs => ${lookPauseSeconds}))`.execute(db)
}

export async function countOthers(db: Db, jobId: string, asker: string): Promise<OtherAskers> {
  const { rows } = await sql<OtherAskers>`${selectOthers(jobId, asker)}`.execute(db)
  return rows[0] ?? { count: 0, is_scheduled: false }
}

function selectOthers(jobId: string, asker: string) {
  return sql`select count(*) filter (where asker <> ${scheduleAsker}) as count,
      coalesce(bool_or(asker = ${scheduleAsker}), false) as is_scheduled
    from job_askers where job_id = ${jobId} and asker <> ${asker} and ${wants}`
}

/** What happens to a run after an asker leaves it. */
export interface LeftJob {
  /** false: they never requested the run, or had already left */
  wasAsker: boolean
  /** askers for whom the run continues */
  others: OtherAskers
}

/**
 * Removes the asker from the run. The run ends when no asker is left; otherwise it continues for the others, who are
 * returned. Returns null when the run has ended or is ending. Does nothing if the caller is not an asker of the run.
 */
export async function leaveJob(
  db: Db,
  { id, asker: owner }: StoredJob,
  asker: string,
): Promise<LeftJob | null> {
  return await db.transaction().execute(async (tx) => {
    await lockAskers(tx, [asker, owner])
    const job = await holdLiveJob(tx, id)
    if (job === null) return null
    const left = await tx
      .deleteFrom('job_askers')
      .where('job_id', '=', id)
      .where('asker', '=', asker)
      .returning('asker')
      .execute()
    const others = await countOthers(tx, id, asker)
    if (left.length === 0) return { wasAsker: false, others }
    if (others.count === 0 && !others.is_scheduled) {
      await cancel(tx, job, [asker, owner], null)
      return null
    }
    if (job.asker === asker) await handOver(tx, job)
    return { wasAsker: true, others }
  })
}

/** Ends the run for all askers, at the wish of user `endedBy`. A finished run stays as it is. */
export async function endJobForAll(db: Db, job: StoredJob, endedBy: number | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAskers(tx, [job.asker])
    const live = await holdLiveJob(tx, job.id)
    if (live !== null) await cancel(tx, live, [job.asker], endedBy)
  })
}

/** Locks a run that has not ended, so that no asker joins or leaves it. */
async function holdLiveJob(tx: Db, id: string): Promise<StoredJob | null> {
  const { rows } = await sql<StoredJob>`
    select * from jobs where id = ${id} and status in ('queued', 'started') and cancel_requested_at is null
    for no key update`.execute(tx)
  return rows[0] ?? null
}

/**
 * Assigns the run to the remaining asker who joined first. If only a schedule is left, the run moves behind users'
 * runs.
 */
async function handOver(tx: Db, job: StoredJob): Promise<void> {
  await closeUp(tx, job)
  const { rows } = await sql<{ asker: string }>`
    select asker from job_askers where job_id = ${job.id} and ${wants}
    order by asker = ${scheduleAsker}, asked_at, asker limit 1`.execute(tx)
  const next = rows[0]?.asker ?? scheduleAsker
  const stepsBack = next === scheduleAsker && job.is_awaited
  await sql`
    with handed as (
      update jobs set asker = ${next}, is_awaited = ${job.is_awaited && !stepsBack} where id = ${job.id} returning *
    )
    select ${stepsBack ? addToQueue(sql`handed`) : sql`1`} from handed where status = 'queued'`.execute(tx)
}

/** The asker's later runs in the line move up by the turn that became free. */
async function closeUp(tx: Db, { id, asker, line }: Pick<StoredJob, 'id' | 'asker' | 'line'>): Promise<void> {
  await sql`
    update jobs set turn = jobs.turn - 1
    from jobs gone
    where gone.id = ${id} and gone.status = 'queued' and not ${comesLast(sql`gone`)}
      and jobs.status = 'queued' and jobs.asker = ${asker} and jobs.line = ${line} and jobs.turn > gone.turn
      and not ${comesLast(sql`jobs`)}`.execute(tx)
}

/** A waiting run ends at once. For a running one the worker gets a notice, and first ends the query in its database. */
async function cancel(
  tx: Db,
  job: StoredJob,
  locked: readonly string[],
  endedBy: number | null,
): Promise<void> {
  // The run was handed over a moment ago and we do not hold the new asker's lock: one turn stays unused, and that asker
  // waits one turn longer.
  if (locked.includes(job.asker)) await closeUp(tx, job)
  const error = JSON.stringify({ message: 'Query cancelled by user.' } satisfies JobError)
  await sql`
    with cancelled as (
      update jobs set
        cancel_requested_at = now(),
        status = case when status = 'queued' then 'cancelled' else status end,
        error = case when status = 'queued' then ${error}::jsonb else error end,
        finished_at = case when status = 'queued' then now() end,
        ended_by_id = ${endedBy}::integer,
        ended_by_name = (select name from users where users.id = ${endedBy}::integer)
      where id = ${job.id}
      returning id, status
    )
    select case when status = 'started' then pg_notify(${jobCancelChannel}, id::text)
      else ${notifyChanged(sql`id`)} end
    from cancelled`.execute(tx)
}
