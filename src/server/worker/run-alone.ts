import { randomUUID } from 'node:crypto'
import { createWorkerMeasures } from '#server/kernel/index.ts'
import {
  adoptJob,
  createResultRoom,
  jobCancelChannel,
  listen,
  removeWorker,
  WorkerStopping,
} from '#server/runs/index.ts'
import { createFileRoom } from '#server/sources/index.ts'
import type { HandedRun } from './alone-runs.ts'
import { startPulse } from './pulse.ts'
import { cancelRun, runClaimed } from './run-job.ts'
import { createSourceAccess } from './source-access.ts'
import type { WorkerNeeds } from './start-worker.ts'
import type { Worker } from './worker.ts'

/**
 * Runs one job that another worker has handed over to this process. Has its own heartbeat, so the run is also taken back
 * when this process dies.
 */
export async function runAlone(
  needs: WorkerNeeds,
  handed: HandedRun,
): Promise<{ done: Promise<void>; stop(graceMilliseconds: number): Promise<void> }> {
  const { database, databaseUrl, config, secrets, log, clock } = needs
  const worker: Worker = {
    id: randomUUID(),
    db: database.db,
    pool: database.pool,
    config,
    secrets,
    log,
    clock,
    measures: createWorkerMeasures({ main: database.pool }),
    room: createResultRoom({ ...database, config, log }),
    running: new Map(),
    isAlone: true,
    access: createSourceAccess(config),
    fileRoom: createFileRoom(database.db, config),
  }
  // its run holds a place of the worker that started it
  const pulse = await startPulse(worker, { concurrency: 0 })
  const cancelling = await listen({
    databaseUrl,
    channel: jobCancelChannel,
    log,
    onNotice: (jobId) => cancelRun(worker, jobId),
    onConnected: () => pulse.beatNow(),
  })
  const controller = new AbortController()
  const work = async () => {
    const job = await adoptJob(worker.db, handed, worker.id)
    if (job === null) return
    worker.running.set(job.id, controller)
    // finds a cancellation from before we listened
    pulse.beatNow()
    try {
      await runClaimed(worker, job, controller)
    } finally {
      worker.running.delete(job.id)
    }
  }
  const end = async () => {
    await pulse.stop()
    await worker.access.close()
    await cancelling.close()
    await removeWorker(worker.db, worker.id).catch((error) => log.warn({ err: error }, 'Could not sign off.'))
  }
  const done = work().finally(end)
  return {
    done,
    async stop(graceMilliseconds) {
      const timer = setTimeout(() => controller.abort(new WorkerStopping()), graceMilliseconds)
      await done.catch(() => {})
      clearTimeout(timer)
    },
  }
}
