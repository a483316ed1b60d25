import type { Db, JobWatch } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { findJob, type StoredJob } from './job-store.ts'

/** A missed notice delays the answer by at most this time. */
const maxWaitMilliseconds = 2000

interface Watching {
  db: Db
  jobWatch: JobWatch
}

/** Waits until the job has ended or the seconds are over, and returns it. Throws not_found: its data source was deleted. */
export async function waitForJob(
  context: Watching,
  jobId: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<StoredJob> {
  const job = await waitForChange(context, jobId, seconds, (current) => hasEnded(current), signal)
  if (job === null) throw refuse('not_found')
  return job
}

export function hasEnded(job: StoredJob): boolean {
  return job.status !== 'queued' && job.status !== 'started'
}

/**
 * Waits until `enough(job)`, the seconds are over or the signal is aborted. Returns null if the job does not exist (any
 * more).
 */
export async function waitForChange(
  { db, jobWatch }: Watching,
  jobId: string,
  seconds: number,
  enough: (job: StoredJob) => boolean,
  signal?: AbortSignal,
): Promise<StoredJob | null> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    // listen before reading, so that no change falls between the two
    const looked = new AbortController()
    const left = Math.min(end - performance.now(), maxWaitMilliseconds)
    const change = jobWatch.changed(jobId, left, anySignal(looked.signal, signal))
    const job = await findJob(db, jobId).catch((error) => {
      looked.abort()
      throw error
    })
    if (job === null || enough(job) || left <= 0 || signal?.aborted || jobWatch.isClosed()) {
      looked.abort()
      return job
    }
    await change
  }
}

function anySignal(own: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  return given === undefined ? own : AbortSignal.any([own, given])
}
