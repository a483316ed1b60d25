import { flushCompileCache } from 'node:module'
import { watchOwnLoop } from './loop-watchdog.ts'
import { beatMilliseconds } from './silence.ts'

/** What a supervised process is told, and tells. */
export interface ToChild {
  kind: 'stop'
  graceMilliseconds: number
}
export type FromChild =
  | { kind: 'ready'; address?: string | undefined }
  /** the main loop turns */
  | { kind: 'beat' }

const graceWithoutSupervisor = 1000
const exitAfterGrace = 2000

/**
 * The life of a web or worker process: it says that it is ready, and ends in order when its supervisor or a signal
 * tells it to. When the supervisor is gone, so is the reason to live. A second signal ends it at once. Its main loop is
 * watched from the start on: by the supervisor, or without one by a thread.
 */
export function beginRole(role: {
  address?: string
  graceMilliseconds: number
  /** the process is ended when its main loop stands for so long */
  hangSeconds: number
  stop(graceMilliseconds: number): Promise<void>
  onError(error: unknown): void
}): void {
  let stopping = false
  const end = (graceMilliseconds: number) => {
    if (stopping) return
    stopping = true
    const timer = setTimeout(() => process.exit(1), graceMilliseconds + exitAfterGrace)
    role.stop(graceMilliseconds).then(
      () => process.exit(0),
      (error) => {
        role.onError(error)
        clearTimeout(timer)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => (stopping ? process.exit(1) : end(role.graceMilliseconds)))
  }
  process.on('message', (message: ToChild) => {
    if (message.kind === 'stop') end(message.graceMilliseconds)
  })
  process.on('disconnect', () => end(graceWithoutSupervisor))
  if (process.send) {
    if (!process.connected) end(graceWithoutSupervisor)
    else tellSupervisor({ kind: 'ready', address: role.address })
    setInterval(() => tellSupervisor({ kind: 'beat' }), beatMilliseconds).unref()
  } else watchOwnLoop(role.hangSeconds)
  settleDown()
}

/** A supervisor that has disconnected cannot be told, and need not be: it sees that this process exits. */
function tellSupervisor(message: FromChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

const settleMilliseconds = 1000

/**
 * Once the start is over: what was compiled is kept even if this process is killed later, and what the start left
 * behind is given back. An idle process does not collect by itself.
 */
export function settleDown(): void {
  setTimeout(() => {
    flushCompileCache()
    // there with --expose-gc, which the launcher gives
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, settleMilliseconds).unref()
}
