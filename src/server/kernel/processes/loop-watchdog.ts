import { Worker } from 'node:worker_threads'
import { beatMilliseconds } from './silence.ts'

/** What the thread is given. */
export interface WatchedLoop {
  /** one number, which the main loop counts up */
  beats: SharedArrayBuffer
  seconds: number
  pid: number
}

const threadMemory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/**
 * For a process that nobody supervises: a thread of its own ends the process when its main loop stands for `seconds`.
 * Who started it (systemd, a container's restart policy) starts it again; its runs are taken back by the others.
 */
export function watchOwnLoop(seconds: number): void {
  const beats = new SharedArrayBuffer(4)
  const count = new Int32Array(beats)
  const thread = new Worker(new URL('./loop-watchdog-thread.ts', import.meta.url), {
    ...{ env: {}, execArgv: [], resourceLimits: threadMemory },
    workerData: { beats, seconds, pid: process.pid } satisfies WatchedLoop,
  })
  thread.unref()
  // a watchdog that fails must not be what ends the process
  thread.on('error', (error) =>
    process.stderr.write(`The watchdog of this process has failed: ${error.message}\n`),
  )
  setInterval(() => Atomics.add(count, 0, 1), beatMilliseconds).unref()
}
