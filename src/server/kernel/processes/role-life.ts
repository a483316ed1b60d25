import { flushCompileCache } from 'node:module'
import { watchOwnLoop } from './loop-watchdog.ts'
import { beatMilliseconds } from './silence.ts'

/** Messages between the supervisor and a process. */
export interface ToChild {
  kind: 'stop'
  graceMilliseconds: number
}
export type FromChild =
  | { kind: 'ready'; address?: string | undefined }
  /** the main loop is running */
  | { kind: 'beat' }

const graceWithoutSupervisor = 1000
const exitAfterGrace = 2000

/**
 * The life cycle of a web or worker process: it reports that it is ready and stops gracefully when its supervisor or a
 * signal asks for it, or when the supervisor has ended. A second signal ends it at once. The supervisor watches its main
 * loop; without a supervisor, a thread does.
 */
export function beginRole(role: {
  address?: string
  graceMilliseconds: number
  /** the process is killed when its main loop is blocked for this long */
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

/** After a disconnect no message is needed: the supervisor sees that this process exits. */
function tellSupervisor(message: FromChild): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

const settleMilliseconds = 1000

/**
 * After the start: writes the compile cache, in case this process is killed later, and collects the garbage of the
 * start, which an idle process would keep.
 */
export function settleDown(): void {
  setTimeout(() => {
    flushCompileCache()
    // available with --expose-gc, which the launcher passes
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, settleMilliseconds).unref()
}
