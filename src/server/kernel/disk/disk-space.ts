import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { dataPaths } from '../processes/data-folder.ts'

/** `full`: no more results are stored; `low`: nearly full; `unknown`: PostgreSQL's disk is not visible from here. */
export type DiskState = 'ok' | 'low' | 'full' | 'unknown'

export interface DiskSpace {
  state: DiskState
  /** bytes; null: unknown */
  free: number | null
}

export function judgeDisk(free: number | null, reserve: number): DiskState {
  if (free === null) return 'unknown'
  if (free < reserve) return 'full'
  return free < 2 * reserve ? 'low' : 'ok'
}

/** The folder whose disk holds the results; null: not visible from here. The supervisor passes it to its processes. */
export function diskFolder({
  diskFolder: folder,
  databaseUrl,
  dataDir,
}: Pick<Config, 'diskFolder' | 'databaseUrl' | 'dataDir'>): string | null {
  if (folder !== null) return folder
  if (databaseUrl !== null) return null
  const { postgres } = dataPaths(dataDir)
  return existsSync(postgres) ? postgres : dataDir
}

/** Free bytes for this process on the disk of the folder; null when unavailable. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

export async function lookAtDisk(
  config: Pick<Config, 'diskFolder' | 'databaseUrl' | 'dataDir' | 'diskReserve'>,
): Promise<DiskSpace> {
  const folder = diskFolder(config)
  const free = folder === null ? null : await freeBytes(folder)
  return { free, state: judgeDisk(free, config.diskReserve) }
}

const cacheMilliseconds = 1000

/** The same, cached for a second. */
export function watchDisk(config: Parameters<typeof lookAtDisk>[0]): () => Promise<DiskSpace> {
  let last: { at: number; look: Promise<DiskSpace> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > cacheMilliseconds) last = { at: now, look: lookAtDisk(config) }
    return last.look
  }
}
