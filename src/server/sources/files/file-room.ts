import { type Config, type Db, watchDisk } from '#server/kernel/index.ts'
import { formatBytes } from '#shared/format/bytes.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { measureFiles } from './file-store.ts'

export interface FileRoom {
  /** before so many bytes are stored; null: there is room */
  lack(orgId: number, bytes: number): Promise<Phrase | null>
}

/** Bytes that an organization may store between two looks at all of its files. */
const bytesBetweenLooks = 32_000_000

/** The room for uploaded files: the quota of each organization, and the reserve of the disk. */
export function createFileRoom(db: Db, config: Config): FileRoom {
  const disk = watchDisk(config)
  const { filesQuota, diskReserve } = config
  /** bytes that were there at the last look, and those stored since then */
  const known = new Map<number, { all: number; since: number }>()
  return {
    async lack(orgId, bytes) {
      const { state } = await disk()
      if (state === 'full') {
        return phrase(
          'The disk of Sextant is nearly full: {reserve} are kept for everything else (SEXTANT_DISK_RESERVE). An admin has to make room.',
          { reserve: formatBytes(diskReserve) },
        )
      }
      let sizes = known.get(orgId)
      if (sizes === undefined || sizes.since + bytes > Math.min(bytesBetweenLooks, filesQuota / 10)) {
        sizes = { all: await measureFiles(db, orgId), since: 0 }
        known.set(orgId, sizes)
      }
      sizes.since += bytes
      if (sizes.all + sizes.since <= filesQuota) return null
      known.delete(orgId)
      return phrase(
        'All uploaded files of the organization together may take {quota} (SEXTANT_FILES_QUOTA). Delete some that are not needed any more.',
        { quota: formatBytes(filesQuota) },
      )
    },
  }
}
