import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addToVary } from '#server/http/index.ts'
import {
  acceptedEncoding,
  type Envelope,
  type FrameReader,
  type LookedUpResult,
  type Reader,
  readFrame,
  sendParts,
  sendText,
} from '#server/runs/index.ts'
import type { Refusal } from '#shared/errors/refusal.ts'
import { isLargeResult } from '#shared/results/large-result.ts'
import type { FoundRun } from './find-stored-runs.ts'

/**
 * Max bytes of JSON text sent inline: of one result and of all. Larger results are sent as ids, so an answer, and the
 * memory for it, stays small for any dashboard.
 */
export const inlineLimits = { one: 1_500_000, all: 16_000_000 }

/** A piece of the answer: generated text, or a stored frame unchanged. */
type LinePiece = { text: string } | { frame: Buffer }

/** How results and errors are shown to a reader: in full, or reduced for a caller with a token. */
export interface Telling {
  envelope(result: LookedUpResult): Envelope
  refusal(refusal: Refusal): { code: string; message: string }
}

/**
 * The lines of the answer (see dashboard-results-api.ts), in order; rows are not parsed. All frames are read before the
 * first line, in at most one statement: an answer that has begun can be finished.
 */
export async function resultLines(
  frames: FrameReader,
  runs: readonly FoundRun[],
  telling: Telling,
  reader: Reader,
): Promise<Iterable<LinePiece>> {
  const inline = chooseInline(runs)
  const found = await frames.framesOfAll([...inline], reader)
  return linesOf(runs, telling, (result) => (inline.has(result) ? (found.get(result.id) ?? 'gone') : 'by id'))
}

/** `gone`: deleted after it was found. */
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

/** The results sent inline: in order, while there is room. */
function chooseInline(runs: readonly FoundRun[]): Set<LookedUpResult> {
  const inline = new Set<LookedUpResult>()
  let left = inlineLimits.all
  for (const run of runs) {
    if (!('result' in run)) continue
    const { result } = run
    if (isLargeResult(result) || result.byte_count > Math.min(inlineLimits.one, left)) continue
    left -= result.byte_count
    inline.add(result)
  }
  return inline
}

/** As text, for clients that do not accept zstd. */
async function* linesAsText(pieces: Iterable<LinePiece>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield 'frame' in piece ? await readFrame(piece.frame) : Buffer.from(piece.text)
  }
}

/**
 * Sends lines as they are made. Clients that accept zstd get stored frames unchanged, and a generated frame for the
 * text between two of them.
 */
export function sendResultLines(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: Iterable<LinePiece>,
): void {
  reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    // buffering proxies would delay the first widgets
    .header('x-accel-buffering', 'no')
  if (acceptedEncoding(request.headers['accept-encoding']) !== 'zstd') {
    sendText(request, reply, linesAsText(pieces))
    return
  }
  addToVary(reply, 'accept-encoding')
  reply.header('content-encoding', 'zstd')
  sendParts(reply, inWrites(asFrames(pieces)))
}

const compress = promisify(zstdCompress)
const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

async function* asFrames(pieces: Iterable<LinePiece>): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text
      continue
    }
    if (text !== '') yield await compress(text, quickly)
    text = ''
    yield piece.frame
  }
  if (text !== '') yield await compress(text, quickly)
}

/** Many small frames are sent in few writes. */
const writeBytes = 64 * 1024

async function* inWrites(parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const part of parts) {
    waiting.push(part)
    bytes += part.length
    if (bytes < writeBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (waiting.length > 0) yield Buffer.concat(waiting)
}
