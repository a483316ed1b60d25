import { type Selectable, sql } from 'kysely'
import type { Db, JobsTable } from '#server/kernel/index.ts'
import { queueAttempts } from './create-job-queue.ts'
import { jobChangedChannel } from './job-channels.ts'
import { keptSlot, mayTakePlace, mayTakeSlot } from './kept-slot.ts'
import { scheduledFlag, scheduledPlacesOf } from './scheduled-share.ts'

/** graphile-worker takes lower numbers first. */
const scheduledPriority = 10

type Sql = ReturnType<typeof sql>

/** Scheduled runs without a waiting user come after all others. `row`: a row of jobs. */
export function comesLast(row: Sql) {
  return sql`(${row}.is_scheduled and not ${row}.is_awaited)`
}

/** SQL that puts a row of jobs into the queue; the key prevents duplicates. */
export function addToQueue(row: Sql) {
  return sql`graphile_worker.add_job('run_job', json_build_object('job_id', ${row}.id),
    max_attempts := ${queueAttempts}, job_key := 'run_job:' || ${row}.id,
    priority := case when ${comesLast(row)} then ${scheduledPriority} else 0 end,
    flags := case when ${comesLast(row)} then array[${sql.lit(scheduledFlag)}] end)`
}

/** The worker that claims a run, and its limits. */
export interface ClaimingWorker {
  id: string
  /** max concurrent runs on a data source without a limit of its own */
  maxRuns: number
  /** whether it has a process for a run that may crash its worker */
  takesSuspects: boolean
}

/**
 * Does this run need its own process? True if its worker died or hung while it ran beside others, or if two workers
 * died of an earlier run of the same text. `row`: a row of jobs; `attempts`: earlier starts.
 */
export function isSuspect(row: Sql, attempts: Sql) {
  return sql`(${attempts} > 0 or exists (select from jobs earlier where earlier.took_workers
    and earlier.data_source_id = ${row}.data_source_id and earlier.query_hash = ${row}.query_hash))`
}

export type ClaimedJob = Selectable<JobsTable> & { is_suspect: boolean }

/**
 * Starts the next run and returns it; null when no run may start. The queue entry is only the occasion. If it belonged
 * to a scheduled run (`mayBeScheduled`) and another run starts, the scheduled run gets a new entry.
 *
 * Users come before schedules, and schedules never take the last of several places on a data source. In a line (the
 * runs of one data source) every asker's first run comes before any asker's second one (`jobs.turn`). Between lines,
 * the asker with the fewest active runs comes first, then the one served longest ago. Schema refreshes and connection
 * tests have their own line and need no place there. The last free place of all workers goes to an asker who runs
 * nothing, that of a data source to one who runs nothing there (kept-slot.ts). A worker without a process for a suspect
 * skips it.
 */
export async function claimJob(
  db: Db,
  occasion: { jobId: string; mayBeScheduled: boolean },
  worker: ClaimingWorker,
): Promise<ClaimedJob | null> {
  return await db.transaction().execute(async (tx) => {
    await lockClaims(tx)
    const { rows } = await sql<ClaimedJob>`
      with recursive ${waitingLines()}, ${runsUnderWay()}, ${keptSlot()}, ${headsOfLines(worker)}, next as (
        select heads.id from heads
        where ${occasion.mayBeScheduled} or not heads.is_last
        order by heads.is_last, case when not heads.is_last then ${placesOf(sql`heads.asker`)} end,
          case when not heads.is_last then ${servedAt(sql`heads.asker`)} end nulls first,
          case when not heads.is_last then (select served_at from served_turns
            where served_turns.asker = heads.asker and served_turns.line = heads.line) end nulls first,
          heads.queued_at, heads.id
        limit 1
      ), claimed as (
        update jobs set status = 'started', worker_id = ${worker.id}, attempts = attempts + 1,
          started_at = clock_timestamp(),
          result_id = case when kind = 'query' then nextval('query_results_id_seq') end,
          backend = null, row_count = 0, result_json = null, progress = null
        from next where jobs.id = next.id and jobs.status = 'queued'
        returning jobs.*
      ), served as (
        insert into served_turns (asker, line, served_at)
        select asker, line, started_at from claimed where not ${comesLast(sql`claimed`)}
        on conflict (asker, line) do update set served_at = excluded.served_at
      )
      select claimed.*, ${isSuspect(sql`claimed`, sql`claimed.attempts - 1`)} as is_suspect,
        ${notifyChanged(sql`claimed.id`)} from claimed`.execute(tx)
    const job = rows[0] ?? null
    if (occasion.mayBeScheduled && job !== null && job.id !== occasion.jobId)
      await queueAgain(tx, occasion.jobId)
    return job
  })
}

/** Data sources with waiting users, each found by one index lookup. */
function waitingLines() {
  return sql`lines(line) as (
    (select line from jobs where status = 'queued' order by line limit 1)
    union all
    select (select line from jobs where status = 'queued' and line > lines.line order by line limit 1)
    from lines where lines.line is not null
  )`
}

/** Places in use, by line and asker. A scheduled run without a waiting user counts for no asker. */
function runsUnderWay() {
  return sql`under_way as materialized (
    select line, asker, count(*) as runs, count(*) filter (where ${comesLast(sql`jobs`)}) as scheduled
    from jobs where status = 'started' group by line, asker
  )`
}

/** The first run of each line with a free place for it. */
function headsOfLines({ maxRuns, takesSuspects }: ClaimingWorker) {
  const mayBeTaken = takesSuspects ? sql`true` : sql`not ${isSuspect(sql`jobs`, sql`jobs.attempts`)}`
  const taken = { line: sql`lines.line`, slots: sql`taken.slots`, runs: sql`taken.runs` }
  return sql`heads as (
    select head.*, lines.line from lines
    left join data_sources on data_sources.id = lines.line
    cross join lateral (
      select coalesce(data_sources.max_runs, ${maxRuns}::int) as slots, coalesce(sum(runs), 0) as runs,
        coalesce(sum(scheduled), 0) as scheduled
      from under_way where under_way.line = lines.line
    ) taken
    cross join lateral (
      select id, asker, queued_at, ${comesLast(sql`jobs`)} as is_last from jobs
      where status = 'queued' and jobs.line = lines.line and ${mayBeTaken} and ${mayTakeSlot(sql`jobs.asker`)}
        and (lines.line = 0 or ${mayTakePlace(sql`jobs.asker`, taken)})
      order by ${inLine()} limit 1
    ) head
    where lines.line = 0 or (taken.runs < taken.slots
      and (not head.is_last or taken.scheduled < ${scheduledPlacesOf(sql`taken.slots`)}))
  )`
}

/** Order of a line, as in index jobs_line. */
function inLine() {
  return sql`(is_scheduled and not is_awaited), turn, queued_at, id`
}

/** Active runs of the asker, without scheduled runs that no user waits for. */
function placesOf(asker: Sql) {
  return sql`(select coalesce(sum(runs - scheduled), 0) from under_way where under_way.asker = ${asker})`
}

function servedAt(asker: Sql) {
  return sql`(select max(served_at) from served_turns where served_turns.asker = ${asker})`
}

/** Lock that lets one worker at a time choose a run. */
const claimLock = 7_366_177

/** A worker that hangs while choosing must not block the others. */
export async function lockClaims(tx: Db): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '5s', true), pg_advisory_xact_lock(${claimLock})`.execute(
    tx,
  )
}

async function queueAgain(tx: Db, jobId: string): Promise<void> {
  await sql`select ${addToQueue(sql`jobs`)} from jobs where id = ${jobId} and status = 'queued'`.execute(tx)
}

/** SQL that notifies the waiters of a job. */
export function notifyChanged(id: Sql) {
  return sql`pg_notify(${jobChangedChannel}, ${id}::text)`
}

/**
 * Puts the next waiting run of the data source back into the queue, if any, the first one of an asker who runs nothing
 * there, and one of all lines: their entries may have been used up while they could not have the last free place.
 */
export async function wakeNextRun(db: Db, dataSourceId: number): Promise<void> {
  await sql`
    with recursive ${waitingLines()}, heads as (
      select head.* from lines cross join lateral (
        select * from jobs where status = 'queued' and jobs.line = lines.line order by ${inLine()} limit 1) head
    ), idle as (
      select * from jobs where status = 'queued' and line = ${dataSourceId} and not ${comesLast(sql`jobs`)}
        and not exists (select from jobs own where own.status = 'started' and own.line = jobs.line
          and own.asker = jobs.asker)
      order by ${inLine()} limit 1
    ), anywhere as (
      select * from heads order by ${comesLast(sql`heads`)}, queued_at, id limit 1
    )
    select ${addToQueue(sql`next`)} from (
      select * from heads where line = ${dataSourceId} union select * from idle union select * from anywhere
    ) next`.execute(db)
}

/** SQL: number of runs before the waiting job `me` in its own line. */
export function countBefore(me: Sql) {
  return sql`(select count(*) from jobs j where j.status = 'queued' and j.line = ${me}.line
    and ((j.is_scheduled and not j.is_awaited), j.turn, j.queued_at, j.id)
      < (${comesLast(me)}, ${me}.turn, ${me}.queued_at, ${me}.id))`
}

/**
 * SQL: number of runs before the waiting job `me` in all lines: an estimate that assumes strict turns from now on. If
 * `me` is run number n of its asker, each other asker starts n runs before it, or n − 1 if the asker's turn comes later
 * in the round.
 */
export function countBeforeAnywhere(me: Sql) {
  return sql`(
    with ${runsUnderWay()}, own as (
      select count(*) as before from jobs j where j.status = 'queued' and j.asker = ${me}.asker
        and not ${comesLast(sql`j`)} and (j.turn, j.queued_at, j.id) < (${me}.turn, ${me}.queued_at, ${me}.id)
    ), askers as (
      select j.asker, count(*) as waiting, min(j.queued_at) as since from jobs j
      where j.status = 'queued' and not ${comesLast(sql`j`)} group by j.asker
    ), ranked as (
      select asker, waiting, row_number() over (
        order by ${placesOf(sql`askers.asker`)}, ${servedAt(sql`askers.asker`)} nulls first, since, asker) as rank
      from askers
    )
    select case when ${comesLast(me)} then
        (select count(*) from jobs j where j.status = 'queued'
          and (${comesLast(sql`j`)}, j.queued_at, j.id) < (true, ${me}.queued_at, ${me}.id))
      else (select before from own) + coalesce((
        select sum(least(other.waiting, own.before + case when other.rank < mine.rank then 1 else 0 end))
        from own, ranked mine, ranked other where mine.asker = ${me}.asker and other.asker <> mine.asker), 0)
      end)`
}
