import {
  type Envelope,
  type FrameReader,
  type LookedUpResult,
  type Reader,
  readFrame,
} from '#server/runs/index.ts'
import type { Refusal } from '#shared/errors/refusal.ts'
import { isLargeResult } from '#shared/results/large-result.ts'
import type { FoundRun } from './find-stored-runs.ts'

/**
 * Bytes of JSON text that come along: of one result and of all. Larger ones are told by their ids, so an answer, and what
 * is read for it at once, stays small however much a dashboard shows.
 */
export const alongLimits = { one: 1_500_000, all: 16_000_000 }

/** A piece of the answer: text of ours, or a stored frame as it lies. */
export type LinePiece = { text: string } | { frame: Buffer }

/** How a reader is told of things: in full, or reduced for the bearer of a token. */
export interface Telling {
  envelope(result: LookedUpResult): Envelope
  refusal(refusal: Refusal): { code: string; message: string }
}

/**
 * The lines of the answer (see dashboard-results-api.ts), in order; rows are not looked at. All frames are read before
 * the first line, in one statement at most: an answer that has begun is one that can be finished.
 */
export async function resultLines(
  frames: FrameReader,
  runs: readonly FoundRun[],
  telling: Telling,
  reader: Reader,
): Promise<Iterable<LinePiece>> {
  const along = chooseAlong(runs)
  const found = await frames.framesOfAll([...along], reader)
  return linesOf(runs, telling, (result) => (along.has(result) ? (found.get(result.id) ?? 'gone') : 'by id'))
}

/** `gone`: deleted since it was found. */
type Rows = readonly Buffer[] | 'gone' | 'by id'

function* linesOf(
  runs: readonly FoundRun[],
  telling: Telling,
  rowsOf: (result: LookedUpResult) => Rows,
): Generator<LinePiece> {
  for (const run of runs) {
    const ids = `{"widget_ids":${JSON.stringify(run.widget_ids)},`
    const rows = 'result' in run ? rowsOf(run.result) : 'gone'
    if ('refusal' in run) yield { text: `${ids}"error":${JSON.stringify(telling.refusal(run.refusal))}}\n` }
    else if ('missing' in run || rows === 'gone') yield { text: `${ids}"missing":true}\n` }
    else if (rows === 'by id') yield { text: `${ids}"query_result_id":${run.result.id}}\n` }
    else {
      const { head, tail } = telling.envelope(run.result)
      yield { text: `${ids}${head.slice(1)}` }
      for (const frame of rows) yield { frame }
      yield { text: `${tail}\n` }
    }
  }
}

/** The results that come along: in order, as long as there is room. */
function chooseAlong(runs: readonly FoundRun[]): Set<LookedUpResult> {
  const along = new Set<LookedUpResult>()
  let left = alongLimits.all
  for (const run of runs) {
    if (!('result' in run)) continue
    const { result } = run
    if (isLargeResult(result) || result.byte_count > Math.min(alongLimits.one, left)) continue
    left -= result.byte_count
    along.add(result)
  }
  return along
}

/** As text, for clients that do not take zstd. */
export async function* linesAsText(pieces: Iterable<LinePiece>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield 'frame' in piece ? await readFrame(piece.frame) : Buffer.from(piece.text)
  }
}
