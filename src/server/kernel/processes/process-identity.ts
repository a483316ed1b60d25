import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When the process `pid` started, as opaque text; null when no such process runs. Process ids are reused; together with
 * this text, an id identifies one process for good.
 */
export function processStart(pid: number): string | null {
  if (process.platform === 'linux') return linuxProcessStart(pid)
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' ? null : line
  } catch {
    return null
  }
}

function linuxProcessStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the command name in parentheses may itself contain spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    const startTicks = fields[19]
    if (state === 'Z' || state === 'X' || startTicks === undefined) return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${startTicks}`
  } catch {
    return null
  }
}
