import { hostname } from 'node:os'
import {
  beat,
  listCancelRequests,
  listJobsOf,
  RunLost,
  type StoredJob,
  steadiness,
  sweepJobs,
  takeBack,
} from '#server/runs/index.ts'
import { endOrphans } from './kill-orphan.ts'
import { cancelRun } from './run-job.ts'
import type { Worker } from './worker.ts'

const beatMilliseconds = 2000
/** Metrics are larger than a heartbeat and are read less often. */
const measureMilliseconds = 10_000
/** A job assigned to us that we do not run is given back after this many beats, since it may just be starting or ending. */
const strayBeats = 3

/**
 * The heartbeat: shows that this worker is alive, finds cancellations whose notification was lost, gives back assigned
 * runs that it does not run, and cleans up after dead workers.
 */
export async function startPulse(
  worker: Worker,
  { concurrency }: { concurrency: number },
): Promise<{ beatNow(): void; stop(): Promise<void> }> {
  const me = { id: worker.id, hostname: hostname(), pid: process.pid, concurrency }
  let measuredAt = Number.NEGATIVE_INFINITY
  const strays = new Map<string, number>()
  const watch = steadiness()
  let current: Promise<void> | null = null
  let stopped = false

  const pulse = async () => {
    try {
      const isMeasureDue = performance.now() - measuredAt >= measureMilliseconds
      const measures = isMeasureDue ? JSON.stringify(worker.measures.collect()) : null
      const now = await beat(worker.db, { ...me, ...worker.measures.totals(), measures })
      if (isMeasureDue) measuredAt = performance.now()
      const isSteady = watch.looked(now)
      for (const id of await listCancelRequests(worker.db, worker.id)) cancelRun(worker, id)
      await compareRuns(worker, strays)
      if (isSteady) await sweepJobs(worker)
      await endOrphans(worker)
    } catch (error) {
      watch.lost()
      worker.log.warn({ err: error }, 'The heartbeat failed; trying again.')
    }
  }
  const beatNow = () => {
    if (stopped) return
    current ??= pulse().finally(() => {
      current = null
    })
  }
  await pulse()
  const timer = setInterval(beatNow, beatMilliseconds)
  return {
    beatNow,
    async stop() {
      stopped = true
      clearInterval(timer)
      await current
    },
  }
}

/** Compares the runs that the database assigns to us with the runs in this process. */
async function compareRuns(worker: Worker, strays: Map<string, number>): Promise<void> {
  const said = await listJobsOf(worker.db, worker.id)
  const ids = new Set(said.map((job) => job.id))
  for (const id of [...strays.keys()]) {
    if (!ids.has(id) || worker.running.has(id)) strays.delete(id)
  }
  for (const job of said) {
    if (!worker.running.has(job.id)) await giveBackStray(worker, strays, job)
  }
  for (const [id, controller] of worker.running) {
    if (!ids.has(id) && !controller.signal.aborted) stopLostRun(worker, id, controller)
  }
}

async function giveBackStray(worker: Worker, strays: Map<string, number>, job: StoredJob): Promise<void> {
  const seen = (strays.get(job.id) ?? 0) + 1
  strays.set(job.id, seen)
  if (seen < strayBeats) return
  strays.delete(job.id)
  await takeBack(worker, job, { how: 'unwritten' })
}

/** The run may just be ending: check again before stopping it. */
function stopLostRun(worker: Worker, id: string, controller: AbortController): void {
  setTimeout(() => {
    if (worker.running.get(id) !== controller) return
    listJobsOf(worker.db, worker.id)
      .then((said) => {
        if (!said.some((job) => job.id === id) && worker.running.get(id) === controller) {
          controller.abort(new RunLost())
        }
      })
      .catch((error) => worker.log.warn({ err: error }, 'Could not check on a run.'))
  }, beatMilliseconds)
}
