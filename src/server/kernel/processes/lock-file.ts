import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { processStart } from './process-identity.ts'

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

/** Moves the stale file away. If another process has replaced it meanwhile, puts the new file back. */
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
