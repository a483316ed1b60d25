import { setTimeout as delay } from 'node:timers/promises'
import type { LentResult, QueryLender } from '#connectors/connector.ts'
import { QueryFailed, stopReason } from '#connectors/connector-errors.ts'
import { findConnector } from '#connectors/registry.ts'
import { askerOf, innerAsker } from '../jobs/asker.ts'
import { leaveJob } from '../jobs/askers-store.ts'
import { insertJob } from '../jobs/insert-job-store.ts'
import { wakeNextRun } from '../jobs/job-line-store.ts'
import { findJob, type StoredJob } from '../jobs/job-store.ts'
import { hasEnded } from '../jobs/wait-for-job.ts'
import type { WorkerContext } from '../jobs/worker-context.ts'
import { createFrameReader } from '../results/result-frames.ts'
import { findResult, type StoredResult } from '../results/result-store.ts'
import { findActingPersons } from './acting-persons.ts'
import { claimInnerRun, findLentQuery, findTrail, mayEndItsProcess } from './inner-run-store.ts'
import { notLoaded, planReading, type Reading } from './plan-reading.ts'
import { maxDepth, refuseCircles, tooDeep } from './refuse-circles.ts'

/** How often a run that another worker runs, or that waits for a place, is looked at. */
const lookMilliseconds = 250

/** Runs a claimed run in this process. Never throws for a failing run. */
type RunHere = (job: StoredJob) => Promise<void>

/**
 * Lends the queries that the text of this run reads. All are checked before the first one runs. The runs that are needed
 * stand in the queue like all others, so that other workers can take them, and twins share them; the rest runs here, one
 * after the other, in the place of this run.
 */
export function lendResults(worker: WorkerContext, job: StoredJob, runHere: RunHere): QueryLender {
  const { db } = worker
  return {
    async lend(wanted, signal) {
      const trail = await findTrail(db, job, maxDepth)
      const path = trail.flatMap(({ query_id }) => (query_id === null ? [] : [query_id]))
      if (trail.length > maxDepth) throw tooDeep(path)
      const persons = await findActingPersons(db, trail[0] as StoredJob)
      const needs = { ...worker, persons, asker: askerOf({ user_id: job.user_id, name: job.actor_name }) }
      const readings: Reading[] = []
      for (const each of wanted) readings.push(await planReading(needs, job.org_id, each))
      const ids = wanted.flatMap(({ kind, id }) => (kind === 'cached' ? [] : [id]))
      await refuseCircles(path, ids, (id) => findLentQuery(db, job.org_id, id))
      const results = await runInner({ worker, job, runHere, signal }, trail, readings)
      return results.map((result) => lentResult(worker, result))
    },
  }
}

interface Outer {
  worker: WorkerContext
  job: StoredJob
  runHere: RunHere
  signal: AbortSignal
}

async function runInner(
  outer: Outer,
  trail: readonly StoredJob[],
  readings: readonly Reading[],
): Promise<StoredResult[]> {
  const { worker, job } = outer
  const asker = innerAsker(job.id)
  const asked: StoredJob[] = []
  try {
    const jobs: (StoredJob | null)[] = []
    for (const reading of readings) {
      const inner = 'result' in reading ? null : await ask(outer, reading, asker)
      if (inner !== null) asked.push(inner)
      // a run of the same text that waits for this one
      if (inner !== null && trail.some(({ id }) => id === inner.id))
        throw new QueryFailed(`Query ${reading.query.id} reads its own result.`)
      jobs.push(inner)
    }
    const results: StoredResult[] = []
    for (const [index, reading] of readings.entries()) {
      const inner = jobs[index] ?? null
      if ('result' in reading) results.push(reading.result)
      else if (inner !== null) results.push(await resultOf(outer, reading, inner))
    }
    return results
  } finally {
    // what has ended stays as it is; the rest ends unless others wait for it
    for (const inner of asked) await leaveJob(worker.db, inner, asker)
  }
}

async function ask(
  { worker, job }: Outer,
  { query, source, run }: Extract<Reading, { source: unknown }>,
  asker: string,
): Promise<StoredJob> {
  const { org_id, user_id, actor_name } = job
  return await insertJob(worker.db, {
    ...{ org_id, user_id, actor_name, kind: 'query', query_id: query.id, data_source_id: source.id },
    ...{ ...run, asker },
  })
}

async function resultOf(
  outer: Outer,
  { query, source }: Extract<Reading, { source: unknown }>,
  inner: StoredJob,
): Promise<StoredResult> {
  const needsPlace = findConnector(source.type)?.readsQueries !== true
  const ended = await untilEnded(outer, inner, needsPlace)
  const result = ended?.result_id == null ? null : await findResult(outer.worker.db, ended.result_id)
  if (ended?.status === 'finished' && result !== null) return result
  throw notLoaded(query.id, ended?.error?.message ?? 'Its result was removed.')
}

/** Runs it here if it waits, or waits for the worker that runs it. */
async function untilEnded(
  { worker, runHere, signal }: Outer,
  inner: StoredJob,
  needsPlace: boolean,
): Promise<StoredJob | null> {
  const { db, config, isAlone = false } = worker
  const claiming = { worker_id: worker.id, max_runs: config.maxRuns, needs_place: needsPlace }
  const stopped = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  for (;;) {
    if (signal.aborted) throw stopReason(signal)
    const current = await findJob(db, inner.id)
    if (current === null || hasEnded(current)) return current
    const isWaiting = current.status === 'queued'
    const claimed = isWaiting
      ? await claimInnerRun(db, inner.id, { ...claiming, takes_suspects: isAlone })
      : null
    if (claimed !== null) {
      // when this run is stopped, the other one goes on only if others wait for it
      await Promise.race([runHere(claimed), stopped])
      await wakeNextRun(db, claimed.data_source_id)
    } else if (isWaiting && !isAlone && (await mayEndItsProcess(db, inner.id))) {
      throw notLoaded(
        inner.query_id ?? 0,
        'An earlier run of it ended its worker process. Please run that query by itself first.',
      )
    } else await Promise.race([delay(lookMilliseconds), stopped])
  }
}

function lentResult(worker: WorkerContext, result: StoredResult): LentResult {
  const { columns_json, row_count, truncated } = result
  return {
    columns: JSON.parse(columns_json),
    ...{ row_count, truncated },
    async *frames() {
      try {
        yield* createFrameReader(worker.pool).frames(result, null)
      } catch (error) {
        if (await findResult(worker.db, result.id)) throw error
        throw new QueryFailed(
          'A result that this query reads was removed while it was read. Please run it again.',
        )
      }
    },
  }
}
