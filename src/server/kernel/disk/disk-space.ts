import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { dataPaths } from '../processes/data-folder.ts'

/** `full`: nothing more is stored; `low`: soon; `unknown`: the disk of PostgreSQL cannot be seen from here. */
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

/** The folder whose disk holds the results; null: it cannot be seen from here. The supervisor tells its processes. */
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

/** Bytes that are free for this process on the disk of the folder; null when it cannot be asked. */
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

const rememberedMilliseconds = 1000

/** The same, asked of the system once a second at most. */
export function watchDisk(config: Parameters<typeof lookAtDisk>[0]): () => Promise<DiskSpace> {
  let last: { at: number; look: Promise<DiskSpace> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > rememberedMilliseconds) last = { at: now, look: lookAtDisk(config) }
    return last.look
  }
}
