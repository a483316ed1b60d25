import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchedLoop } from './loop-watchdog.ts'
import { beatMilliseconds, silenceMeter } from './silence.ts'

/** Runs in a thread and checks that the main loop of its process still counts up. */
const { beats, seconds, pid } = workerData as WatchedLoop
const count = new Int32Array(beats)
const standardError = 2
let last = Atomics.load(count, 0)
const meter = silenceMeter(seconds * 1000, performance.now())

setInterval(() => {
  const now = Atomics.load(count, 0)
  if (now !== last) meter.heard()
  last = now
  if (!meter.look(performance.now())) return
  // write directly: console output would need the blocked main loop
  writeSync(
    standardError,
    `This process has not answered for ${seconds} s: something blocks it. It is ended.\n`,
  )
  process.kill(pid, 'SIGKILL')
}, beatMilliseconds)
