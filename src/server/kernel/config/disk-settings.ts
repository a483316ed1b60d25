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
      "A folder on the disk of Sextant's PostgreSQL, to measure free space. With DATABASE_URL, set it only if PostgreSQL runs on the same machine.",
    complete: (value: string) => resolve(value),
  },
  diskReserve: {
    env: 'SEXTANT_DISK_RESERVE',
    kind: kind.bytes(64_000_000, 1e15),
    default: 1_000_000_000,
    about:
      'Free disk space that results never use. Below it, runs fail with a clear message, and everything else still works. The write-ahead log of the embedded PostgreSQL is limited to half of it.',
  },
  resultsQuota: {
    env: 'SEXTANT_RESULTS_QUOTA',
    kind: kind.bytes(10_000_000, 1e15),
    default: 20_000_000_000,
    about:
      'Maximum size of all stored results together (compressed). Above it, the oldest are removed: first those that no query shows, then those of queries, which run again when they are opened.',
  },
  filesQuota: {
    env: 'SEXTANT_FILES_QUOTA',
    kind: kind.bytes(1_000_000, 1e15),
    default: 20_000_000_000,
    about:
      'Maximum size of all uploaded files of an organization together, as they are stored (compressed): the files themselves and their rows.',
  },
  maxUploadBytes: {
    env: 'SEXTANT_MAX_UPLOAD_BYTES',
    kind: kind.bytes(1_000_000, 1e12),
    default: 1_000_000_000,
    about: 'Maximum size of an uploaded file.',
  },
  maxUnpackedBytes: {
    env: 'SEXTANT_MAX_UNPACKED_BYTES',
    kind: kind.bytes(1_000_000, 1e15),
    default: 10_000_000_000,
    about:
      'Maximum size of the rows of an uploaded file, as text. A small compressed file can hold thousands of times its own size.',
  },
} satisfies Partial<Settings>
