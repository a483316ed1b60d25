import { type Job, jobStatus } from '#shared/results/job.ts'
import { getJob } from '#shared/results/results-api.ts'
import { call } from './call.ts'

/** Waits for the end of a job. `onChange` hears of it in between. */
export async function jobEnd(
  job: Job,
  signal: AbortSignal,
  onChange: (job: Job) => void = () => {},
): Promise<Job> {
  let current = job
  while (current.status === jobStatus.waiting || current.status === jobStatus.processing) {
    const asked = Date.now()
    const reply = await call(getJob, {
      params: { id: current.id },
      query: { wait: 20, since: current.status },
      signal,
    })
    const isNews = reply.job.status !== current.status
    if (!isNews && Date.now() - asked < 1000) await pause(1000, signal)
    current = reply.job
    onChange(current)
  }
  return current
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
