import type { TaskList, WorkerUtils } from 'graphile-worker'
import { cleanResults } from '../results/clean-results-job.ts'
import { refreshSchemas } from '../schemas/refresh-schemas-job.ts'
import { cleanSessions } from '../session/clean-sessions-job.ts'
import type { JobName, JobPayloads } from './job-queue.ts'
import { deleteOldJobs } from './maintenance-store.ts'
import { runJob } from './run-job.ts'
import { sweepJobs } from './sweep-jobs.ts'
import type { WorkerContext } from './worker-context.ts'

type Handlers = { [N in JobName]: (payload: JobPayloads[N]) => Promise<void> }

/** The handler of every job name. */
export function jobHandlers(worker: WorkerContext, utils: WorkerUtils): TaskList {
  const handlers: Handlers = {
    run_job: ({ job_id }) => runJob(worker, job_id),
    sweep_jobs: () => sweepJobs(worker),
    clean_results: async () => {
      await cleanResults(worker)
      await deleteOldJobs(worker.db)
      await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] })
    },
    refresh_schemas: () => refreshSchemas(worker),
    clean_sessions: () => cleanSessions(worker),
  }
  return handlers as TaskList
}
