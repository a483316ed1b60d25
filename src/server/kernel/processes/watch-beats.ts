import type { ChildProcess } from 'node:child_process'
import type { FromChild } from './role-life.ts'
import { beatMilliseconds, silenceMeter } from './silence.ts'

/**
 * Kills a child whose main loop is blocked for `seconds`, counted from its first IPC message. Uses SIGKILL, because only
 * the blocked loop could handle SIGTERM; calls `onHang` first. A child that waits for PostgreSQL still beats.
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
