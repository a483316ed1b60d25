import { randomUUID } from 'node:crypto'
import { makeWorkerUtils } from 'graphile-worker'
import type { Logger } from 'pino'
import { keepDeliveries } from '#server/alerting/index.ts'
import { type Config, createWorkerMeasures, type Database, type Secrets } from '#server/kernel/index.ts'
import {
  createResultRoom,
  graphileLog,
  jobCancelChannel,
  keepSchedules,
  listen,
  migrateJobQueue,
  openQueuePool,
  removeWorker,
  scheduledShare,
  type WorkerContext,
  WorkerStopping,
} from '#server/runs/index.ts'
import { createAloneRuns, type StartAlone } from './alone-runs.ts'
import { jobHandlers } from './job-handlers.ts'
import { keepRunning } from './keep-running.ts'
import { startPulse } from './pulse.ts'
import { cancelRun } from './run-job.ts'

export interface WorkerNeeds {
  config: Config
  database: Database
  databaseUrl: string
  secrets: Secrets
  log: Logger
  clock: () => Date
}

/** Time for aborted runs to end in their databases and to be queued again. */
const abortGraceMilliseconds = 3000

/**
 * Takes jobs from the queue until `stop`. Running jobs may then continue for `graceMilliseconds`; after that they are
 * ended in their databases and queued again.
 */
export async function startWorker(
  needs: WorkerNeeds & { startAlone: StartAlone },
): Promise<{ id: string; stop(graceMilliseconds: number): Promise<void> }> {
  const { config, database, databaseUrl, log } = needs
  await migrateJobQueue(databaseUrl, log)
  // a separate pool, so that storing results never delays taking jobs
  const queuePool = openQueuePool(databaseUrl, Math.min(10, config.workerConcurrency + 2), log)
  const worker: WorkerContext = {
    id: randomUUID(),
    db: database.db,
    pool: database.pool,
    config,
    secrets: needs.secrets,
    log,
    clock: needs.clock,
    measures: createWorkerMeasures({ main: database.pool, queue: queuePool }),
    room: createResultRoom({ ...database, config, log }),
    running: new Map(),
  }
  const utils = await makeWorkerUtils({ pgPool: queuePool, logger: graphileLog(log) })
  const pulse = await startPulse(worker, { concurrency: config.workerConcurrency })
  const cancelling = await listen({
    databaseUrl,
    channel: jobCancelChannel,
    log,
    onNotice: (jobId) => cancelRun(worker, jobId),
    onConnected: () => pulse.beatNow(),
  })
  const deliveries = keepDeliveries(worker)
  const share = scheduledShare(config.workerConcurrency)
  const alone = createAloneRuns(worker, needs.startAlone)
  const runner = await keepRunning({
    pool: queuePool,
    concurrency: config.workerConcurrency,
    handlers: jobHandlers(worker, utils, { share, alone }, deliveries),
    forbiddenFlags: share.forbiddenFlags,
    schemaRefreshMinutes: config.schemaRefreshMinutes,
    failureMailMinutes: config.failureMailMinutes,
    checksVersion: config.versionCheckUrl !== null,
    log,
  })
  const schedules = config.refreshesQueries ? keepSchedules(worker) : null
  return {
    id: worker.id,
    async stop(graceMilliseconds) {
      await schedules?.stop()
      alone.stop(graceMilliseconds)
      const timers = [
        setTimeout(() => {
          for (const controller of worker.running.values()) controller.abort(new WorkerStopping())
        }, graceMilliseconds),
      ]
      await Promise.race([
        Promise.all([runner.stop(), deliveries.stop(graceMilliseconds)]),
        new Promise((resolve) => {
          timers.push(setTimeout(resolve, graceMilliseconds + abortGraceMilliseconds))
        }),
      ])
      for (const timer of timers) clearTimeout(timer)
      await pulse.stop()
      await cancelling.close()
      await removeWorker(worker.db, worker.id).catch((error) =>
        log.warn({ err: error }, 'Could not sign off.'),
      )
      await utils.release()
      await queuePool.end()
    },
  }
}
