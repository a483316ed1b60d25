import { loadUsers } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { deadAfterSeconds, describeStorage, findLastLook, findOutdated } from '#server/runs/index.ts'
import {
  type JobQueueStatus,
  maxOutdated,
  type OutdatedQuery,
  type RunningJob,
  type WorkerState,
  type WorkerStatus,
} from '#shared/status/status-api.ts'
import {
  countInstance,
  countQueued,
  listOutdatedRows,
  listStarted,
  listWorkers,
  type QueuedJob,
  type StandingWorker,
} from './status-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock' | 'config'>

/** Figures of the whole instance for `/status.json` and `sextant status`. */
export async function describeStatus(needs: Needs) {
  const { db, config } = needs
  const [{ results_size, database_size, ...counts }, look, outdated, { queues, workers }, storage] =
    await Promise.all([
      countInstance(db, config.resultCleanupDays),
      findLastLook(needs),
      findOutdated(needs),
      describeQueues(needs),
      describeStorage(needs),
    ])
  return {
    version: config.version,
    workers,
    ...counts,
    manager: {
      ...(look === null
        ? {}
        : {
            started_at: epochText(look.started_at),
            last_refresh_at: epochText(look.ended_at),
            outdated_queries_count: String(outdated.length),
            query_ids: JSON.stringify(outdated),
          }),
      queues: Object.fromEntries(
        Object.values(queues).map(({ name, started, queued }) => [name, { size: queued + started.length }]),
      ),
    },
    database_metrics: {
      metrics: [
        ['Query Results Size', results_size],
        ['Sextant DB Size', database_size],
      ] as [string, number][],
    },
    storage,
  }
}

/** Queries whose schedule requires a newer result, newest first. */
export async function listOutdated(needs: Needs) {
  const { db, clock, config } = needs
  const [ids, look] = await Promise.all([findOutdated(needs), findLastLook(needs)])
  const rows = await listOutdatedRows(db, ids.slice(0, maxOutdated))
  const users = await loadUsers(db, [...new Set(rows.map((row) => row.user_id))])
  const queries = rows.map(({ user_id, retrieved_at, created_at, ...row }): OutdatedQuery => {
    const user = users.get(user_id)
    if (user === undefined) throw new Error(`Query ${row.id} has no owner.`)
    return {
      ...row,
      retrieved_at: retrieved_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      user,
    }
  })
  return {
    queries,
    count: ids.length,
    updated_at: epochText(clock()),
    last_refresh_at: look === null ? null : epochText(look.ended_at),
    refreshes_queries: config.refreshesQueries,
  }
}

const epochText = (date: Date): string => String(date.getTime() / 1000)

interface QueueStatus {
  queues: Record<string, JobQueueStatus>
  workers: WorkerStatus[]
}

/** Waiting and running jobs of each queue, and the workers. */
export async function describeQueues({ db }: { db: Db }): Promise<QueueStatus> {
  const [started, queued, workers] = await Promise.all([
    listStarted(db),
    countQueued(db),
    listWorkers(db, deadAfterSeconds),
  ])
  const names = [...new Set([...queued.keys(), ...started.map((job) => job.origin)])].sort()
  const queues = names.map((name) => ({
    name,
    started: started.filter((job) => job.origin === name).map(presentJob),
    queued: queued.get(name) ?? 0,
  }))
  return {
    queues: Object.fromEntries(queues.map((queue) => [queue.name, queue])),
    workers: workers.map((worker) => presentWorker(worker, names, started)),
  }
}

function presentJob(job: QueuedJob): RunningJob {
  const { id, name, origin, org_id, data_source_id, query_id, user_id, scheduled } = job
  const { data_source_name, query_name, user_name } = job
  return {
    id,
    name,
    origin,
    enqueued_at: job.enqueued_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    meta: { org_id, data_source_id, query_id, user_id, scheduled, data_source_name, query_name, user_name },
  }
}

/** Every worker takes from every queue. */
function presentWorker(
  worker: StandingWorker,
  queues: readonly string[],
  started: readonly QueuedJob[],
): WorkerStatus {
  const current = started.filter((job) => job.worker_id === worker.id)
  return {
    name: worker.id,
    hostname: worker.hostname,
    pid: worker.pid,
    queues: queues.join(', '),
    state: stateOf(worker, current.length),
    last_heartbeat: worker.heartbeat_at.toISOString(),
    birth_date: worker.started_at.toISOString(),
    current_job: current.length === 0 ? null : current.map((job) => `${job.id} (${job.name})`).join(', '),
    successful_jobs: worker.successful_jobs,
    failed_jobs: worker.failed_jobs,
    total_working_time: worker.working_seconds,
    concurrency: worker.concurrency,
  }
}

/** `started`: the worker has not run a job yet. */
function stateOf(worker: StandingWorker, running: number): WorkerState {
  if (worker.is_silent) return 'suspended'
  if (running > 0) return 'busy'
  return worker.successful_jobs + worker.failed_jobs === 0 ? 'started' : 'idle'
}
