import { QueryFailed } from '../../connector-errors.ts'

/** The disk that one run may use for files of a store. */
export interface RunRoom {
  /** Throws QueryFailed if they do not fit. `what`: whose they are */
  take(bytes: number, what: string): void
  /** they are deleted */
  give(bytes: number): void
}

export function runRoom(megabytes: number): RunRoom {
  let left = megabytes * 1_000_000
  return {
    give(bytes) {
      left += bytes
    },
    take(bytes, what) {
      left -= bytes
      if (left >= 0) return
      throw new QueryFailed(
        `${what} needs more disk than one run may use: ${megabytes} MB (SEXTANT_ENGINE_SPILL_MB). Conditions on the columns that folders are named by (day=2026-01-31) leave out files.`,
      )
    },
  }
}
