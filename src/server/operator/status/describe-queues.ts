import type { Db } from '#server/kernel/index.ts'
import { deadAfterSeconds } from '#server/runs/index.ts'
import type { JobQueueStatus, RunningJob, WorkerState, WorkerStatus } from '#shared/status/status-api.ts'
import { countQueued, listStarted, listWorkers, type QueuedJob, type StandingWorker } from './queue-store.ts'

export interface QueueStatus {
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
