import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectorHost } from '../connector.ts'

/** If the worker names no folder: in tests and connection tests. */
const usualMegabytes = 1024

export const spillMegabytes = ({ spill }: ConnectorHost): number => spill?.megabytes ?? usualMegabytes

/** A folder of one session in the one of the worker; in the system's, where the worker names none. */
export async function makeSpillFolder({ spill }: ConnectorHost): Promise<string> {
  const parent = spill?.folder ?? tmpdir()
  await mkdir(parent, { recursive: true })
  if (spill !== undefined) await removeLeftovers(parent)
  return await mkdtemp(join(parent, `${owner()}.`))
}

/** The name of a folder says whose it is, so that what a killed worker leaves is removed. */
function owner(): string {
  return `results.${hostname()}.${process.pid}`
}

async function removeLeftovers(parent: string): Promise<void> {
  const own = `results.${hostname()}.`
  for (const name of await readdir(parent)) {
    const pid = Number(name.slice(own.length).split('.')[0])
    if (!name.startsWith(own) || !(pid > 0) || isAlive(pid)) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // it exists, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
