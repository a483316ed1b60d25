import type { FastifyRequest } from 'fastify'
import type { Db, JobWatch } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { jobStatus } from '#shared/results/job.ts'
import type { StoredJob } from './job-store.ts'
import { presentJob } from './present-job.ts'
import { waitForChange } from './wait-for-job.ts'

/** The change a caller waits for: a status other than `since`, or more rows or progress. Times in seconds. */
export interface AskedChange {
  wait?: number
  since?: number
  since_rows?: number
}

/** The waiting caller. Callers with the same name share a limit. */
export interface Waiting {
  name: string
  request: FastifyRequest
  /** checks the caller's access, from time to time while the request is held and before the answer; throws without it */
  requireAccess?(): Promise<unknown>
}

/**
 * Held requests of one caller in this process; a further one is answered at once, like plain polling
 * (docs/reference/promises.md#s19).
 */
const maxWaits = 100
const waiting = new Map<string, number>()
/** A caller who has lost access is held for at most this many seconds. */
const requireSeconds = 2

/** The job after the change the caller waits for, or when the time is over. Throws not_found. */
export async function holdForChange(
  context: { db: Db; jobWatch: JobWatch },
  job: StoredJob,
  asked: AskedChange,
  caller: Waiting,
): Promise<StoredJob> {
  if (asked.wait === undefined || asked.wait === 0) return job
  const { status } = presentJob(job)
  // A job that has ended no longer changes.
  if (asked.since === undefined && status >= jobStatus.done) return job
  const since = asked.since ?? status
  const before = JSON.stringify(job.progress)
  const enough = (current: StoredJob) =>
    presentJob(current).status !== since ||
    (asked.since_rows !== undefined &&
      (current.row_count > asked.since_rows || JSON.stringify(current.progress) !== before))
  const waits = waiting.get(caller.name) ?? 0
  if (enough(job) || waits >= maxWaits) return job
  waiting.set(caller.name, waits + 1)
  const gone = new AbortController()
  const leave = () => gone.abort()
  const { socket } = caller.request.raw
  socket.once('close', leave)
  try {
    return await hold(context, job.id, asked.wait, {
      enough,
      signal: gone.signal,
      requireAccess: caller.requireAccess,
    })
  } finally {
    socket.off('close', leave)
    const left = (waiting.get(caller.name) ?? 1) - 1
    if (left > 0) waiting.set(caller.name, left)
    else waiting.delete(caller.name)
  }
}

async function hold(
  context: { db: Db; jobWatch: JobWatch },
  id: string,
  seconds: number,
  until: { enough(job: StoredJob): boolean; signal: AbortSignal; requireAccess: Waiting['requireAccess'] },
): Promise<StoredJob> {
  const { enough, signal, requireAccess } = until
  const turn = requireAccess === undefined ? seconds : requireSeconds
  for (let left = seconds; ; left -= turn) {
    const job = await waitForChange(context, id, Math.min(left, turn), enough, signal)
    await requireAccess?.()
    if (job === null) throw refuse('not_found')
    if (left <= turn || enough(job) || signal.aborted || context.jobWatch.isClosed()) return job
  }
}
