import { Worker } from 'node:worker_threads'
import { beatMilliseconds } from './silence.ts'

/** Input of the thread. */
export interface WatchedLoop {
  /** one counter, which the main loop increments */
  beats: SharedArrayBuffer
  seconds: number
  pid: number
}

const threadMemory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * For a process without a supervisor: a thread kills the process when its main loop is blocked for `seconds`. Its
 * service manager (systemd, a container's restart policy) starts it again, and other workers take back its runs.
 */
export function watchOwnLoop(seconds: number): void {
  const beats = new SharedArrayBuffer(4)
  const count = new Int32Array(beats)
  const thread = new Worker(new URL('./loop-watchdog-thread.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: threadMemory,
    workerData: { beats, seconds, pid: process.pid } satisfies WatchedLoop,
  })
  thread.unref()
  // a failing watchdog must not end the process
  thread.on('error', (error) =>
    process.stderr.write(`The watchdog of this process has failed: ${error.message}\n`),
  )
  setInterval(() => Atomics.add(count, 0, 1), beatMilliseconds).unref()
}
