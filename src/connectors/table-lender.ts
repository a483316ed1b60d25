import { QueryFailed } from './connector-errors.ts'
import type { EngineRequest, LentTable } from './engine-protocol.ts'
import { paced } from './paced.ts'

/** The results that one run reads as tables. */
export interface LentTables {
  /** requested once, after the text was found to be readable */
  tables(): Promise<LentTable[]>
  /** stored frames of one of them, in order; may be requested again. Of Parquet files: brings them, and has none */
  frames(table: number, files?: readonly number[]): AsyncIterable<Uint8Array>
}

/** Max frames in transit to the reader. */
const framesAhead = 2

export interface TableLender {
  describe(): Promise<void>
  /** sends the frames at the reader's pace */
  lend(table: number, files?: readonly number[]): Promise<void>
  /** the reader has consumed a frame */
  taken(): void
}

/** The worker's side of an engine that reads results: it alone can read them. */
export function tableLender(
  lent: LentTables,
  tell: (request: EngineRequest) => void,
  signal: AbortSignal,
): TableLender {
  const { room, taken } = paced(framesAhead, signal)
  return {
    taken,
    async describe() {
      tell({ kind: 'lent', tables: await lent.tables() })
    },
    async lend(table, files) {
      try {
        for await (const bytes of lent.frames(table, files)) {
          await room()
          tell({ kind: 'part', bytes })
        }
        tell({ kind: 'document-end', error: null })
      } catch (error) {
        // the run is over, so the rest is not read
        if (!signal.aborted) throw error
      }
    },
  }
}

/** For engines that read no results. */
export const nothingLent: LentTables = {
  tables: async () => [],
  frames: () => {
    throw new QueryFailed('There is no such table.')
  },
}
