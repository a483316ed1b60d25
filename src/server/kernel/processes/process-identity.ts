import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When the process `pid` started, as an opaque text; null when no such process runs. A process id alone is soon given
 * to another process; together with this text it names one process for ever.
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
    // the command name in parentheses may itself hold spaces and parentheses
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
