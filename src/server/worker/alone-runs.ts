import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { hangSeconds, type ToChild, watchBeats } from '#server/kernel/index.ts'
import { findJob, handBackJob, type Loss, noteOrphan, type StoredJob, takeBack } from '#server/runs/index.ts'
import type { Worker } from './worker.ts'

/** A run that its worker hands over to a separate process. */
export interface HandedRun {
  job_id: string
  worker_id: string
  attempts: number
}

/** Starts a process that takes over the run (`run-alone.ts`), with an IPC channel. */
export type StartAlone = (run: HandedRun) => ChildProcess

/** Runs that may crash their process: each gets a separate process, outside of the worker's places. */
export interface AloneRuns {
  /** takes a place and returns a function that frees it; null when all are taken */
  enter(): (() => void) | null
  /** resolves when the run has ended, also when its process crashed */
  run(job: StoredJob): Promise<void>
  stop(graceMilliseconds: number): void
}

/** A process takes about 100 MB and such runs are rare: further ones wait while other runs continue. */
const places = 2
const killAfterGrace = 2500
/** The pause before a retry when the process cannot even start. */
const pauseMilliseconds = 2000

export function createAloneRuns(worker: Worker, start: StartAlone): AloneRuns {
  const children = new Set<ChildProcess>()
  let taken = 0
  let stopping = false

  const runInChild = async (job: StoredJob): Promise<void> => {
    const attempt = { job_id: job.id, worker_id: worker.id, attempts: job.attempts }
    const child = start(attempt)
    children.add(child)
    const loss = await lossOf(child)
    children.delete(child)
    const left = await findJob(worker.db, job.id)
    // the usual end: the process has ended the run, or handed it back
    if (left === null || left.status !== 'started' || left.attempts !== job.attempts) return
    const holder = { ...attempt, worker_id: left.worker_id ?? '' }
    const isTakenOver = holder.worker_id !== worker.id
    if (left.cancel_requested_at !== null || (isTakenOver && !stopping)) {
      await takeBack(worker, left, loss)
      return
    }
    if (!stopping) {
      worker.log.error({ job: job.id, ...loss }, 'The separate process of a run could not take it over.')
      await delay(pauseMilliseconds)
    }
    // we killed the process because it did not stop in time; this does not count as a failure of the run
    await noteOrphan(worker.db, holder)
    await handBackJob(worker.db, holder)
  }
  return {
    enter() {
      if (taken >= places || stopping) return null
      taken++
      return () => {
        taken--
      }
    },
    async run(job) {
      // keep the run in `running` until the child has adopted it, so that the heartbeat does not give it back as lost
      const controller = new AbortController()
      worker.running.set(job.id, controller)
      try {
        await runInChild(job)
      } finally {
        if (worker.running.get(job.id) === controller) worker.running.delete(job.id)
      }
    },
    stop(graceMilliseconds) {
      stopping = true
      for (const child of children) {
        if (child.connected) child.send({ kind: 'stop', graceMilliseconds } satisfies ToChild, () => {})
        const timer = setTimeout(() => child.kill('SIGKILL'), graceMilliseconds + killAfterGrace)
        child.once('exit', () => clearTimeout(timer))
      }
    },
  }
}

/** Resolves when the process exits. The answer says how it exited, for the case that its run is unfinished. */
function lossOf(child: ChildProcess): Promise<Loss> {
  return new Promise((resolve) => {
    let hung = false
    watchBeats(child, hangSeconds.worker, () => {
      hung = true
    })
    child.once('error', (error) => resolve({ how: 'died', detail: error.message }))
    child.once('exit', (code, signal) =>
      resolve(hung ? { how: 'hung' } : { how: 'died', detail: signal ?? `exit code ${code}` }),
    )
  })
}
