import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'

/** Reads postmaster.pid: line 1 is the process, line 4 its port, line 8 its state. */
export function readPostmaster(folder: string): { pid: number; port: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    const ready = lines[7]?.trim() === 'ready'
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3]), ready } : null
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/**
 * Cleans up after a killed instance in `folder`: shuts down a PostgreSQL that still runs, waits for its orphaned
 * processes, and removes a postmaster.pid that names an unrelated process. The caller holds the folder's lock.
 */
export async function endLeftovers(folder: string, say: (line: string) => void): Promise<void> {
  const postmaster = readPostmaster(folder)
  if (postmaster === null) return
  if (process.platform !== 'linux') {
    if (!isAlive(postmaster.pid)) return
    throw new StartRefused(
      `PostgreSQL may still run in ${folder} (process ${postmaster.pid}). End it, then start again.`,
    )
  }
  let running = processesIn(folder)
  if (running.includes(postmaster.pid)) {
    say('Stopping the PostgreSQL that an earlier start has left behind …')
    signal([postmaster.pid], 'SIGINT')
    running = await waitUntilGone(folder, 20_000)
  }
  // without their postmaster, PostgreSQL's processes end by themselves; signal those that do not
  running = running.length > 0 ? await waitUntilGone(folder, 3000) : []
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    if (running.length === 0) break
    signal(running, name)
    running = await waitUntilGone(folder, 5000)
  }
  if (running.length > 0) {
    throw new StartRefused(`PostgreSQL still runs in ${folder} (process ${running[0]}) and cannot be ended.`)
  }
  // the folder is free, but its process id may now belong to another program, which PostgreSQL would mistake for itself
  if (isAlive(postmaster.pid)) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

async function waitUntilGone(folder: string, milliseconds: number): Promise<number[]> {
  const steps = Math.ceil(milliseconds / 50)
  let running = processesIn(folder)
  for (let step = 0; step < steps && running.length > 0; step++) {
    await delay(50)
    running = processesIn(folder)
  }
  return running
}

/** PostgreSQL's processes are recognized by their working directory, which is the data folder. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && workingFolder(pid) === folder && commandName(pid) === 'postgres')
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

function commandName(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ESRCH') throw error
    }
  }
}
