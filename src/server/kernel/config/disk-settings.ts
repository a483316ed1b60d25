import { resolve } from 'node:path'
import type { Settings } from './setting.ts'
import * as kind from './setting-kinds.ts'

/** Room for stored results. */
export const diskSettings = {
  diskFolder: {
    env: 'SEXTANT_DISK_FOLDER',
    kind: kind.text,
    default: null,
    defaultText: 'that of the embedded PostgreSQL; none with DATABASE_URL',
    about:
      "Folder on the disk that holds Sextant's PostgreSQL, where its free space can be seen: with DATABASE_URL only when PostgreSQL runs on the same machine.",
    complete: (value: string) => resolve(value),
  },
  diskReserve: {
    env: 'SEXTANT_DISK_RESERVE',
    kind: kind.bytes(64_000_000, 1e15),
    default: 1_000_000_000,
    about:
      'Free space that results never use: below it runs fail with a clear message, and everything else goes on. The write-ahead log of the embedded PostgreSQL keeps to half of it.',
  },
  resultsQuota: {
    env: 'SEXTANT_RESULTS_QUOTA',
    kind: kind.bytes(10_000_000, 1e15),
    default: 20_000_000_000,
    about:
      'Size of all stored results together, as they are stored (compressed). Beyond it the oldest are removed: first those that no query shows, then those of queries, which run again when they are opened.',
  },
} satisfies Partial<Settings>
