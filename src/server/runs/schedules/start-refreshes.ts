import type { ServerContext } from '#server/kernel/index.ts'
import { Refusal } from '#shared/errors/refusal.ts'
import { isDue, nextDue } from '#shared/schedules/next-due.ts'
import { readSchedule } from '#shared/schedules/schedule.ts'
import { scheduleAsker } from '../jobs/asker.ts'
import { insertJob } from '../jobs/insert-job-store.ts'
import type { PreparedRun } from '../results/prepare-run.ts'
import { prepareSavedRun } from '../results/prepare-saved-run.ts'
import { noteFailedRefresh } from './note-refresh.ts'
import {
  claimScheduled,
  findRefreshable,
  listScheduled,
  noteLook,
  type RefreshableQuery,
  type Scheduled,
  stampAttempt,
  stampStart,
  whileLookingAlone,
} from './schedule-store.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'log' | 'clock'>

/** Queries locked at once: a save waits at most as long as one batch takes. */
const batchSize = 100

/**
 * Queues a run for every due query. The query's stamp and its job are written in one transaction under a lock on the
 * query, and the rules are checked again there. So several workers may do this at any time, and may be killed while
 * doing so, without a missed or duplicate run. One worker looks at a time.
 *
 * @returns when to look again: when the next query is due, or at once if other processes had locked some; null: no
 * hurry
 */
export async function startRefreshes(needs: Needs, signal?: AbortSignal): Promise<Date | null> {
  return await whileLookingAlone(needs.db, async () => {
    const now = needs.clock()
    const scheduled = await listScheduled(needs.db)
    const due = scheduled.filter((query) => isDueAt(query, now))
    const started = new Set<string>()
    let isComplete = true
    for (let from = 0; from < due.length && signal?.aborted !== true; from += batchSize) {
      const { held } = await startBatch(needs, due.slice(from, from + batchSize), started)
      if (held > 0) isComplete = false
    }
    const latest_seconds = due.reduce((most, query) => Math.max(most, lateSeconds(query, now)), 0)
    await noteLook(needs.db, {
      ...{ started_at: now, ended_at: needs.clock(), due_count: due.length, latest_seconds },
    })
    return isComplete ? earliest(scheduled, now) : now
  })
}

/** Is the query due by a valid schedule? */
export function isDueAt(query: Scheduled, now: Date): boolean {
  const { schedule } = readSchedule(query.schedule)
  return schedule !== null && isDue(schedule, query.last_run, query.schedule_failures, now)
}

/** How late the query is. A query that has never run is not late. */
function lateSeconds(query: Scheduled, now: Date): number {
  const { schedule } = readSchedule(query.schedule)
  if (schedule === null || query.last_run === null) return 0
  const next = nextDue(schedule, query.last_run, query.schedule_failures)
  return next === null ? 0 : (now.getTime() - next.getTime()) / 1000
}

function earliest(scheduled: readonly Scheduled[], now: Date): Date | null {
  let first: Date | null = null
  for (const query of scheduled) {
    const { schedule } = readSchedule(query.schedule)
    const next = schedule && nextDue(schedule, query.last_run, query.schedule_failures)
    if (next && next >= now && (first === null || next < first)) first = next
  }
  return first
}

type Prepared = RefreshableQuery & ({ run: PreparedRun } | { failure: string })

/** Starts these queries, newest first; returns the number of queries locked by other processes. */
async function startBatch(
  needs: Needs,
  due: readonly Scheduled[],
  started: Set<string>,
): Promise<{ held: number }> {
  const queries = await findRefreshable(
    needs.db,
    due.map((query) => query.id),
  )
  const prepared: Prepared[] = []
  // values may need the database, so resolve them before locking anything
  for (const query of queries) prepared.push({ ...query, ...(await prepare(needs, query)) })
  const outcome = await needs.db.transaction().execute(async (tx) => {
    const now = needs.clock()
    const ids = prepared.map((query) => query.id)
    const claimed = new Map((await claimScheduled(tx, ids)).map((query) => [query.id, query]))
    const mine = prepared.filter((query) => {
      const held = claimed.get(query.id)
      return held !== undefined && held.version === query.version && isDueAt(held, now)
    })
    for (const query of mine) {
      if (!('failure' in query)) continue
      await stampAttempt(tx, query.id, now)
      await noteFailedRefresh(tx, needs.config, { query_id: query.id, message: query.failure, at: now })
    }
    const twins = Map.groupBy(mine.filter(isRunnable), twinKey)
    for (const [key, group] of twins) await startTwins({ ...needs, db: tx }, group, started.has(key), now)
    return { keys: [...twins.keys()], held: ids.length - claimed.size }
  })
  for (const key of outcome.keys) started.add(key)
  return { held: outcome.held }
}

type Runnable = Extract<Prepared, { run: PreparedRun }>

function isRunnable(query: Prepared): query is Runnable {
  return 'run' in query
}

/** One run reports everything for queries with the same text on the same data source. */
function twinKey(query: Runnable): string {
  return `${query.data_source_id}:${query.run.query_hash}`
}

/** Runs the twin with the highest id, as its owner; the run counts as started for all twins. */
async function startTwins(
  { db }: Pick<Needs, 'db'>,
  twins: readonly Runnable[],
  isStarted: boolean,
  now: Date,
): Promise<void> {
  const [query] = twins
  if (query === undefined) return
  if (!isStarted) {
    await insertJob(db, {
      org_id: query.org_id,
      kind: 'query',
      data_source_id: query.data_source_id,
      user_id: query.user_id,
      actor_name: query.owner_email,
      query_id: query.id,
      ...query.run,
      is_scheduled: true,
    })
  }
  const ids = twins.map((twin) => twin.id)
  await stampStart(db, ids, now, query.run.query_hash)
}

/**
 * The run with the saved values. Errors that the owner can fix are failures of the query; all others are bugs of
 * Sextant.
 */
async function prepare(
  needs: Needs,
  query: RefreshableQuery,
): Promise<{ run: PreparedRun } | { failure: string }> {
  try {
    return { run: await prepareSavedRun({ ...needs, asker: scheduleAsker }, query, query.source_type) }
  } catch (error) {
    if (error instanceof Refusal) return { failure: error.message }
    needs.log.error({ err: error, query: query.id }, 'A scheduled run could not be prepared.')
    return {
      failure:
        'The run could not be prepared because of an internal error of Sextant. See the log of the worker.',
    }
  }
}
