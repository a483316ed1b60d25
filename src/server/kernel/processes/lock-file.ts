import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export interface LockOwner {
  pid: number
  started: string
}
export type LockAttempt = { held: true; release(): void } | { held: false; owner: LockOwner }

const maxAttempts = 20

/**
 * Takes the lock file at `path` for this process, or returns its holder. The lock of a process that no longer runs is
 * taken over; when many processes try at once, exactly one succeeds.
 */
export function takeLock(path: string): LockAttempt {
  const mine: LockOwner = { pid: process.pid, started: processStart(process.pid) ?? '' }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (createLock(path, mine)) return { held: true, release: () => releaseLock(path, mine) }
    const owner = readOwner(path)
    if (owner === undefined) continue
    if (owner !== null && processStart(owner.pid) === owner.started) return { held: false, owner }
    removeStale(path, owner)
  }
  throw new Error(`The lock file ${path} could not be taken after ${maxAttempts} attempts.`)
}

/** Links a complete draft into place, so that the file never appears half written. */
function createLock(path: string, owner: LockOwner): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** undefined: no file; null: an unusable file. */
function readOwner(path: string): LockOwner | null | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { pid, started } = JSON.parse(text) as Partial<LockOwner>
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null
  } catch {
    return null
  }
}

/** Moves the stale file away. If another process has replaced it in the meantime, puts the new file back. */
function removeStale(path: string, stale: LockOwner | null): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return
    throw error
  }
  const moved = readOwner(aside)
  if (moved && (moved.pid !== stale?.pid || moved.started !== stale.started)) {
    try {
      linkSync(aside, path)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
  rmSync(aside, { force: true })
}

function releaseLock(path: string, mine: LockOwner): void {
  const owner = readOwner(path)
  if (owner?.pid === mine.pid && owner.started === mine.started) rmSync(path, { force: true })
}

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
