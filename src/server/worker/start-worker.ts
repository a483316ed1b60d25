import { randomUUID } from 'node:crypto'
import {
  type CronItem,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
} from 'graphile-worker'
import type pg from 'pg'
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
  WorkerStopping,
} from '#server/runs/index.ts'
import { createFileRoom } from '#server/sources/index.ts'
import { createAloneRuns, type StartAlone } from './alone-runs.ts'
import { jobHandlers } from './job-handlers.ts'
import { startPulse } from './pulse.ts'
import { cancelRun } from './run-job.ts'
import { createSourceAccess } from './source-access.ts'
import type { Worker } from './worker.ts'

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
  const worker: Worker = {
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
    access: createSourceAccess(config),
    fileRoom: createFileRoom(database.db, config),
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
      await worker.access.close()
      await cancelling.close()
      await removeWorker(worker.db, worker.id).catch((error) =>
        log.warn({ err: error }, 'Could not sign off.'),
      )
      await utils.release()
      await queuePool.end()
    },
  }
}

interface QueueRunner {
  pool: pg.Pool
  concurrency: number
  handlers: TaskList
  schemaRefreshMinutes: number
  failureMailMinutes: number
  /** whether an address for version checks is configured */
  checksVersion: boolean
  forbiddenFlags(): string[] | null
  log: Logger
}

const retryMilliseconds = 1000

/** Runs the job queue and restarts it when it stops because PostgreSQL was gone (docs/reference/promises.md#r3). */
async function keepRunning(options: QueueRunner): Promise<{ stop(): Promise<void> }> {
  const state: { runner: Runner | null; stopped: boolean } = { runner: null, stopped: false }
  const start = () =>
    run({
      // a report of completed jobs that fails then stops the queue, which is started again, and not the process
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: options.pool,
      concurrency: options.concurrency,
      noHandleSignals: true,
      pollInterval: 2000,
      logger: graphileLog(options.log),
      taskList: options.handlers,
      forbiddenFlags: () => options.forbiddenFlags(),
      parsedCronItems: parseCronItems(periodicJobs(options)),
    })
  const watch = async (): Promise<void> => {
    while (!state.stopped) {
      try {
        state.runner ??= await start()
        await state.runner.promise
        if (!state.stopped) options.log.warn('The job queue stopped; starting it again.')
      } catch (error) {
        if (!state.stopped)
          options.log.warn({ err: error }, 'The job queue was interrupted; starting it again.')
      }
      state.runner = null
      if (!state.stopped) await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
    }
  }
  state.runner = await start()
  const watching = watch()
  return {
    async stop() {
      state.stopped = true
      await state.runner?.stop().catch((error) => {
        options.log.debug({ err: error }, 'The job queue had stopped already.')
      })
      await watching
    },
  }
}

/** Periodic jobs. Each is claimed in PostgreSQL, so any number of workers may schedule them. */
function periodicJobs({
  schemaRefreshMinutes,
  failureMailMinutes,
  checksVersion,
}: Pick<QueueRunner, 'schemaRefreshMinutes' | 'failureMailMinutes' | 'checksVersion'>): CronItem[] {
  const each = (task: string, minutes: number): CronItem => ({
    task,
    identifier: task,
    match: ({ hour, min }) => (hour * 60 + min) % minutes === 0,
    options: { maxAttempts: 1, jobKey: task, backfillPeriod: 0 },
  })
  return [
    each('clean_results', 5),
    each('clean_sessions', 60),
    each('clean_events', 60),
    each('clean_deliveries', 60),
    each('clear_schedules', 60),
    each('send_mails', 1),
    each('queue_git_syncs', 1),
    each('queue_failure_mails', failureMailMinutes),
    // hourly, so that it also runs daily on instances that do not run all day
    ...(checksVersion ? [each('check_version', 60)] : []),
    ...(schemaRefreshMinutes > 0 ? [each('refresh_schemas', schemaRefreshMinutes)] : []),
  ]
}
