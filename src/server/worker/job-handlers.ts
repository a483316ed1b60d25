import type { JobHelpers, TaskList, WorkerUtils } from 'graphile-worker'
import { cleanDeliveries, type Deliveries } from '#server/alerting/index.ts'
import { cleanEvents } from '#server/audit/index.ts'
import { runGitSync, startDueSyncs } from '#server/git-sync/index.ts'
import { cleanSessions } from '#server/identity/index.ts'
import { checkVersion, type JobName, type JobPayloads, sendDueMails } from '#server/kernel/index.ts'
import {
  cleanResults,
  cleanRunHistory,
  clearSchedules,
  queueFailureMails,
  type ScheduledShare,
  scheduledFlag,
  sweepJobs,
} from '#server/runs/index.ts'
import { deleteLeftFiles, deleteLeftOptionTests } from '#server/sources/index.ts'
import type { AloneRuns } from './alone-runs.ts'
import { deleteOldJobs } from './maintenance-store.ts'
import { runJob } from './run-job.ts'
import { refreshSchemas } from './run-schema-job.ts'
import { testOptions } from './test-options.ts'
import type { Worker } from './worker.ts'

type Handlers = { [N in JobName]: (payload: JobPayloads[N], helpers: JobHelpers) => Promise<void> }

/** A scheduled run without a free place goes back into the queue for this long. */
const bounceMilliseconds = 1000

/** Places for runs: scheduled runs share some of them; runs that may crash a process get separate ones. */
interface RunPlaces {
  share: ScheduledShare
  alone: AloneRuns
}

/** The handler of every job name. */
export function jobHandlers(
  worker: Worker,
  utils: WorkerUtils,
  { share, alone }: RunPlaces,
  deliveries: Pick<Deliveries, 'wake'>,
): TaskList {
  const handlers: Handlers = {
    run_job: ({ job_id }, helpers) => runInShare(worker, { share, alone }, job_id, helpers),
    test_options: ({ test_id }) => testOptions(worker, test_id),
    sweep_jobs: () => sweepJobs(worker),
    clean_results: async () => {
      await cleanResults(worker)
      await deleteOldJobs(worker.db)
      await cleanRunHistory(worker.db, worker.config.runHistoryDays)
      await deleteLeftOptionTests(worker.db)
      await deleteLeftFiles(worker.db)
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] })
    },
    refresh_schemas: () => refreshSchemas(worker),
    clean_sessions: () => cleanSessions(worker),
    clean_events: () => cleanEvents(worker),
    check_version: () => checkVersion(worker),
    send_mails: () => sendDueMails(worker),
    // returns at once: deliveries do not occupy a place
    send_deliveries: async () => deliveries.wake(),
    clean_deliveries: () => cleanDeliveries(worker),
    queue_failure_mails: () => queueFailureMails(worker),
    clear_schedules: () => clearSchedules(worker),
    git_sync: ({ run_id }) => runGitSync(worker, run_id),
    queue_git_syncs: async (_payload, helpers) => {
      for (const run_id of await startDueSyncs(worker)) await helpers.addJob('git_sync', { run_id })
    },
  }
  return handlers as TaskList
}

/** Several places of a worker poll the queue at once, so more scheduled runs may arrive than their share allows. */
async function runInShare(
  worker: Worker,
  { share, alone }: RunPlaces,
  jobId: string,
  helpers: JobHelpers,
): Promise<void> {
  if (helpers.job.flags?.[scheduledFlag] !== true) return await runJob(worker, alone, jobId, false)
  const leave = share.enter()
  if (leave === null) {
    const { key, priority, max_attempts } = helpers.job
    await helpers.addJob(
      'run_job',
      { job_id: jobId },
      {
        ...(key === null ? {} : { jobKey: key }),
        priority,
        maxAttempts: max_attempts,
        flags: [scheduledFlag],
        runAt: new Date(worker.clock().getTime() + bounceMilliseconds),
      },
    )
    return
  }
  try {
    await runJob(worker, alone, jobId, true)
  } finally {
    leave()
  }
}
