import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, JobKind } from '#server/kernel/index.ts'
import { askerOf, scheduleAsker } from './asker.ts'
import { addToQueue, comesLast } from './job-line-store.ts'
import type { StoredJob } from './job-store.ts'
import { oneAtATime } from './one-at-a-time.ts'

export interface NewJob {
  org_id: number
  kind: JobKind
  data_source_id: number
  user_id: number | null
  actor_name: string
  query_id?: number | null
  query_hash?: string | null
  query_text?: string | null
  /** JSON of a SubmittedText (results/prepare-run.ts) */
  submitted?: string | null
  /** bound values beside the text: JSON text of a list of BoundValue */
  bound?: string | null
  is_scheduled?: boolean
  /** default: the user or key, or the schedule */
  asker?: string
}

type Sql = ReturnType<typeof sql>

/** Attempts to join a twin, which may end between our two statements. */
const twinAttempts = 5

/**
 * Inserts the job and its place in the queue in one statement, or joins its live twin (`sameWork`). Jobs of one
 * transaction keep their order in the line: with `now()` they would all be queued at the same time.
 */
export async function insertJob(db: Db, job: NewJob): Promise<StoredJob> {
  const inserted = await insertOrJoin(db, job, null)
  if (inserted === null) throw new Error('A job without a limit was not inserted.')
  return inserted
}

/**
 * The same for an asker who may have `maxWaiting` runs waiting; null at that limit. Joining a twin adds no run. Requests of
 * one asker are serialized, so that concurrent ones do not all see the same count; different askers do not wait for
 * each other.
 */
export async function insertJobWithin(db: Db, job: NewJob, maxWaiting: number): Promise<StoredJob | null> {
  const asker = whoAsks(job)
  return await oneAtATime(asker, () =>
    db.transaction().execute(async (tx) => {
      await lockAskers(tx, [asker])
      return await insertOrJoin(tx, job, maxWaiting)
    }),
  )
}

/** First half of the keys of the advisory locks that serialize the requests of one asker. */
const askerLockSpace = 7_366_175

/** Locks until the end of the transaction, in a fixed order, so that two callers never wait for each other. */
export async function lockAskers(tx: Db, askers: readonly string[]): Promise<void> {
  for (const asker of [...new Set(askers)].sort()) {
    await sql`select pg_advisory_xact_lock(${askerLockSpace}::int, hashtext(${asker}))`.execute(tx)
  }
}

async function insertOrJoin(db: Db, job: NewJob, maxWaiting: number | null): Promise<StoredJob | null> {
  for (let attempt = 1; ; attempt++) {
    const { inserted, isFull } = await tryInsert(db, job, maxWaiting)
    if (inserted !== null) return inserted
    const twin = await joinTwin(db, job)
    if (twin !== null) return job.is_scheduled === true ? twin : await promoteTwin(db, twin, job)
    if (isFull) return null
    if (attempt === twinAttempts) throw new Error('A twin of the job keeps coming and going.')
  }
}

async function tryInsert(
  db: Db,
  job: NewJob,
  maxWaiting: number | null,
): Promise<{ inserted: StoredJob | null; isFull: boolean }> {
  const id = randomUUID()
  const asker = whoAsks(job)
  const isScheduled = job.is_scheduled ?? false
  const { rows } = await sql<StoredJob & { waiting_count: number }>`
    with waiting as (
      select count(*) as waiting_count from (
        select from jobs where status = 'queued' and asker = ${asker} and not is_scheduled limit ${maxWaiting ?? 0}::bigint
      ) as counted
    ), inserted as (
      insert into jobs (id, org_id, kind, data_source_id, user_id, actor_name, query_id, query_hash, query_text,
        submitted, bound, is_scheduled, asker, turn, queued_at)
      select ${id}, ${job.org_id}, ${job.kind}, ${job.data_source_id}, ${job.user_id}, ${job.actor_name},
        ${job.query_id ?? null}, ${job.query_hash ?? null}, ${job.query_text ?? null}, ${job.submitted ?? null},
        ${job.bound ?? null}::jsonb, ${isScheduled}, ${asker}, ${isScheduled ? sql`0` : turnIn(asker, lineOf(job))},
        clock_timestamp()
      from waiting where ${maxWaiting}::bigint is null or waiting_count < ${maxWaiting}::bigint
      on conflict do nothing
      returning *
    ), asked as (
      insert into job_askers (job_id, asker) select id, asker from inserted
    ), queued as (
      select ${addToQueue(sql`inserted`)} from inserted
    )
    select waiting_count, inserted.* from waiting left join (inserted cross join queued) on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('Waiting runs were not counted.')
  const { waiting_count, ...inserted } = row
  return {
    inserted: inserted.id === id ? inserted : null,
    isFull: maxWaiting !== null && waiting_count >= maxWaiting,
  }
}

function whoAsks(job: NewJob): string {
  if (job.asker !== undefined) return job.asker
  return job.is_scheduled === true ? scheduleAsker : askerOf({ user_id: job.user_id, name: job.actor_name })
}

/** Value of column `line` for a new row. */
function lineOf({ kind, data_source_id }: Pick<NewJob, 'kind' | 'data_source_id'>): number {
  return kind === 'query' ? data_source_id : 0
}

/**
 * The turn of one more run: after the asker's own runs in this line, and never in a round that is over. An asker who
 * runs something there is in the next round. If the first one in line is such an asker's, the round before is not over:
 * it still takes an asker who has not been served since that one stood in line.
 */
function turnIn(asker: string, line: number) {
  const inLine = sql`status = 'queued' and line = ${line}::int and not ${comesLast(sql`jobs`)}`
  const runs = (
    who: Sql,
  ) => sql`exists (select from jobs own where own.status = 'started' and own.line = ${line}::int
    and own.asker = ${who} and not ${comesLast(sql`own`)})`
  return sql`(
    with first as (
      select asker, turn, queued_at from jobs where ${inLine} order by turn, queued_at, id limit 1
    ), own as (
      select max(turn) as turn from jobs where ${inLine} and asker = ${asker}
    )
    select case when own.turn is not null then own.turn + 1
      when ${runs(sql`${asker}`)} then coalesce(first.turn, 0) + 1
      when first.turn > 0 and ${runs(sql`first.asker`)} and not exists (select from served_turns
        where served_turns.asker = ${asker} and served_turns.line = ${line}::int
          and served_turns.served_at > first.queued_at) then first.turn - 1
      else coalesce(first.turn, 0) end
    from own left join first on true)`
}

/** Which other jobs of this kind on the data source do the same work; null: none does, so this kind has no twins. */
function sameWork({ kind, query_hash, submitted }: NewJob): Sql | null {
  if (kind === 'schema') return sql`true`
  if (kind === 'query') return sql`query_hash = ${query_hash ?? ''}`
  if (kind === 'level') return sql`submitted = ${submitted ?? ''}`
  return null
}

/** Locks the row: a caller about to end the run either does so before, or sees the additional asker. */
async function joinTwin(db: Db, job: NewJob): Promise<StoredJob | null> {
  const same = sameWork(job)
  if (same === null) return null
  const asker = whoAsks(job)
  const { rows } = await sql<StoredJob>`
    with twin as (
      select * from jobs
      where kind = ${job.kind} and data_source_id = ${job.data_source_id} and status in ('queued', 'started')
        and cancel_requested_at is null and ${same}
      limit 1 for no key update
    ), joined as (
      insert into job_askers (job_id, asker) select id, ${asker} from twin
      on conflict (job_id, asker) do update set asked_at = now(), seen_at = null
    )
    select * from twin`.execute(db)
  return rows[0] ?? null
}

/** A user also requested this queued scheduled run: promote it to users' runs, with this turn. */
async function promoteTwin(db: Db, twin: StoredJob, job: NewJob): Promise<StoredJob> {
  if (!twin.is_scheduled || twin.is_awaited || twin.status !== 'queued') return twin
  const asker = whoAsks(job)
  const { rows } = await sql<StoredJob>`
    with awaited as (
      update jobs set is_awaited = true, asker = ${asker}, turn = ${turnIn(asker, twin.line)}
      where id = ${twin.id} and status = 'queued' returning *
    )
    select awaited.*, ${addToQueue(sql`awaited`)} from awaited`.execute(db)
  return rows[0] ?? twin
}
