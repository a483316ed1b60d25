import type pg from 'pg'
import type { Logger } from 'pino'
import { type Config, type Db, type DiskSpace, lookAtDisk, watchDisk } from '#server/kernel/index.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import { underLock } from '../jobs/worker-store.ts'
import { evictResults, measureChunks, measureReusable, vacuumChunks } from './room-store.ts'

/** There is no room for another chunk of this result. */
export class NoRoom extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'NoRoom'
  }
}

export interface ResultRoom {
  /** called before storing so many bytes. Throws NoRoom. */
  demand(bytes: number): Promise<void>
  /** removes results beyond the quota */
  keepQuota(): Promise<void>
  /** makes the space of deleted results reusable; returns at once */
  reclaim(): void
}

interface RoomNeeds {
  db: Db
  pool: pg.Pool
  config: Config
  log: Logger
}

/** Bytes stored between two checks of the total size of all results. */
const bytesBetweenLooks = 32_000_000
/** Deleting also writes to PostgreSQL's log: max bytes deleted in one transaction. */
const bytesOfOneEviction = 256_000_000
/** Remove somewhat more than needed, so that the next result does not have to remove again. */
const evictedShare = 0.05
/** Reusable space below this share of the reserve is ignored: it is an estimate. */
const minReusable = 1 / 16
const lookMilliseconds = 2000

/** The room this worker has for results, limited by the reserve of the disk and the quota of all results. */
export function createResultRoom({ db, pool, config, log }: RoomNeeds): ResultRoom {
  const { diskReserve, resultsQuota } = config
  const disk = watchDisk(config)
  const stepBytes = Math.min(bytesBetweenLooks, resultsQuota / 10)
  let sinceLook = 0
  let looking: Promise<void> | null = null
  let isOverQuota = false
  let reclaiming: Promise<void> | null = null
  let reusable: { at: number; bytes: Promise<number> } | null = null

  const evict = async () => {
    let { all } = await measureChunks(db)
    if (all > resultsQuota) {
      await underLock(db, 7_366_182, async () => {
        const evicted = await evictDown(db, all - resultsQuota * (1 - evictedShare))
        all -= evicted.bytes
        if (evicted.removed === 0) return
        log.info(evicted, 'Results beyond the quota were removed.')
        if (evicted.shown > 0) log.warn(evicted, 'Results that queries show were among them.')
        reclaim()
      })
    }
    isOverQuota = all > resultsQuota
  }
  const keepQuota = () => {
    sinceLook = 0
    looking ??= evict().finally(() => {
      looking = null
    })
    return looking
  }
  const reclaim = () => {
    reclaiming ??= vacuumChunks(pool)
      .catch((error) => log.warn({ err: error }, 'The room of removed results could not be reclaimed.'))
      .finally(() => {
        reclaiming = null
        reusable = null
      })
  }
  const makeReusable = async () => {
    await keepQuota()
    await reclaiming
    return await measureReusable(db)
  }
  /** Deleted results leave space that the disk does not show; half of the reserve remains for PostgreSQL's log. */
  const fitsBetween = async (free: number) => {
    if (free < diskReserve / 2) return false
    const now = performance.now()
    if (reusable === null || now - reusable.at > lookMilliseconds)
      reusable = { at: now, bytes: makeReusable() }
    return (await reusable.bytes) >= minReusable * diskReserve
  }
  return {
    async demand(bytes) {
      const { free, state } = await disk()
      if (state === 'full' && free !== null && !(await fitsBetween(free))) throw new NoRoom(diskIsFull(free))
      sinceLook += bytes
      if (sinceLook >= stepBytes || isOverQuota) await keepQuota()
      if (isOverQuota) throw new NoRoom(quotaIsReached())
    },
    keepQuota,
    reclaim,
  }

  function diskIsFull(free: number): string {
    return `the disk of Sextant is nearly full: ${formatBytes(free)} are free, and ${formatBytes(diskReserve)} are kept for everything else (SEXTANT_DISK_RESERVE). An admin has to make room.`
  }

  function quotaIsReached(): string {
    return `all stored results together may take ${formatBytes(resultsQuota)} (SEXTANT_RESULTS_QUOTA), and no older one is left to remove.`
  }
}

async function evictDown(db: Db, excess: number) {
  const total = { removed: 0, shown: 0, bytes: 0 }
  while (total.bytes < excess) {
    const evicted = await evictResults(db, Math.min(excess - total.bytes, bytesOfOneEviction))
    if (evicted.removed === 0) break
    total.removed += evicted.removed
    total.shown += evicted.shown
    total.bytes += evicted.bytes
  }
  return total
}

export type StorageWarning = 'disk.low' | 'disk.full' | 'results.over_quota'

/** Available room, and facts for the operator. */
export interface StorageFacts extends DiskSpace {
  reserve: number
  results: number
  quota: number
  warnings: StorageWarning[]
}

/** If the results shown by queries exceed this share of the quota, queries will soon lose results. */
const shownShare = 0.9

export async function describeStorage({
  db,
  config,
}: Pick<RoomNeeds, 'db' | 'config'>): Promise<StorageFacts> {
  const [disk, sizes] = await Promise.all([lookAtDisk(config), measureChunks(db)])
  const quota = config.resultsQuota
  const warnings = [
    ...diskWarnings(disk),
    ...(sizes.shown > shownShare * quota ? ['results.over_quota' as const] : []),
  ]
  return { ...disk, reserve: config.diskReserve, results: sizes.all, quota, warnings }
}

export function diskWarnings({ state }: DiskSpace): ('disk.low' | 'disk.full')[] {
  if (state === 'full') return ['disk.full']
  return state === 'low' ? ['disk.low'] : []
}
