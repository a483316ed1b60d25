import { type CronItem, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { graphileLog } from '#server/runs/index.ts'

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
export async function keepRunning(options: QueueRunner): Promise<{ stop(): Promise<void> }> {
  const state: { runner: Runner | null; stopped: boolean } = { runner: null, stopped: false }
  const start = () =>
    run({
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
    each('queue_failure_mails', failureMailMinutes),
    // hourly, so that it also runs daily on instances that do not run all day
    ...(checksVersion ? [each('check_version', 60)] : []),
    ...(schemaRefreshMinutes > 0 ? [each('refresh_schemas', schemaRefreshMinutes)] : []),
  ]
}
