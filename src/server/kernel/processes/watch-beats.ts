import type { ChildProcess } from 'node:child_process'
import type { FromChild } from './role-life.ts'
import { beatMilliseconds, silenceMeter } from './silence.ts'

/**
 * Ends a child whose main loop stands for `seconds`, from its first message on: it says by IPC that it is ready, and then
 * beats. SIGTERM would be heard by the very loop that stands, so it is SIGKILL, before which `onHang` is called.
 * What the child does with PostgreSQL does not matter: while that is away its loop still turns.
 */
export function watchBeats(child: ChildProcess, seconds: number, onHang: () => void): void {
  const meter = silenceMeter(seconds * 1000, performance.now())
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    if (!meter.look(performance.now())) return
    clearInterval(timer)
    onHang()
    child.kill('SIGKILL')
  }
  child.on('message', (_: FromChild) => {
    meter.heard()
    timer ??= setInterval(look, beatMilliseconds)
  })
  const over = () => clearInterval(timer)
  child.once('exit', over)
  child.once('error', over)
}
