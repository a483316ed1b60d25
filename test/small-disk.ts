import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a disk with little space. */
export interface SmallDisk {
  folder: string
  /** a reserve that leaves about this many bytes for results */
  reserveFor(bytes: number): number
  free(): number
  remove(): void
}

/**
 * A separate file system in memory. Without the right to mount it, the folder is on the machine's disk, with a reserve
 * just below its free space: this tests the same on a disk that is not really full.
 */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-small-disk-'))
  const isMounted = mount(folder, megabytes)
  // as root, PostgreSQL runs as another user, who must be able to enter this folder
  chmodSync(folder, 0o711)
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    free,
    reserveFor: (bytes) => Math.max(64_000_000, Math.round(free() - bytes)),
    remove() {
      if (isMounted) execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
