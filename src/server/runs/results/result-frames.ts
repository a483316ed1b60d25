import type pg from 'pg'
import { readFrame } from './read-frame.ts'
import {
  findAllFrames,
  findFrames,
  findFramesOf,
  type StoredFrame,
  type StoredResult,
} from './result-store.ts'

/** Frames read at once; the next ones are on their way while these are sent. */
const pageFrames = 4
/** Results never change, so frames that were read lately are kept, up to this size in each web process. */
const cacheBytes = 32 * 1024 * 1024
/** Larger results pass by the cache: they would push out everything else. */
const largestCached = cacheBytes / 2

/** Reads the stored frames of results, in order. */
export interface FrameReader {
  /** throws when rows are missing (the result was deleted on the way): the reply must not end as if it were complete */
  frames(result: FramesOf): AsyncGenerator<Buffer>
  /** the same, decompressed: JSON texts of row objects; every chunk but the first starts with a comma */
  texts(result: FramesOf): AsyncGenerator<Buffer>
  /** decompressed texts of the chunks with these numbers, which ascend */
  textsOf(result: FramesOf, seqs: readonly number[]): AsyncGenerator<{ seq: number; text: Buffer }>
  /** the same of several results, with one statement for those that are not in memory; results that lack rows are left out */
  framesOfAll(results: readonly FramesOf[]): Promise<ReadonlyMap<number, readonly Buffer[]>>
  /** all frames in one piece, when they are in memory: such a reply needs one write and knows its length */
  inMemory(result: FramesOf): Buffer | null
}

type FramesOf = Pick<StoredResult, 'id' | 'row_count'>

export function createFrameReader(pool: pg.Pool): FrameReader {
  const cache = createFrameCache()

  async function* frames({ id, row_count }: FramesOf): AsyncGenerator<Buffer> {
    const known = cache.get(id)
    if (known !== null) {
      yield* known.frames
      return
    }
    let kept: Buffer[] = []
    let bytes = 0
    let rows = 0
    let page = findFrames(pool, id, -1, pageFrames)
    for (;;) {
      const current: StoredFrame[] = await page
      const last = current.at(-1)
      const isLast = last === undefined || current.length < pageFrames
      if (!isLast) {
        page = findFrames(pool, id, last.seq, pageFrames)
        // an error of a page that nobody waits for any more (the client left) is no bug
        page.catch(() => {})
      }
      for (const { frame, row_count: count } of current) {
        rows += count
        bytes += frame.length
        if (bytes <= largestCached) kept.push(frame)
        else kept = []
        yield frame
      }
      if (isLast) break
    }
    if (rows !== row_count) throw new Error(`Result ${id} has ${rows} of its ${row_count} rows.`)
    if (bytes <= largestCached) cache.put(id, keptResult(kept))
  }

  async function* texts(result: FramesOf): AsyncGenerator<Buffer> {
    const source = frames(result)
    const next = async () => {
      const { value, done } = await source.next()
      return done === true ? null : await readFrame(value)
    }
    let coming = next()
    for (;;) {
      const text = await coming
      if (text === null) return
      coming = next()
      coming.catch(() => {})
      yield text
    }
  }

  async function* textsOf({ id }: FramesOf, seqs: readonly number[]) {
    const known = cache.get(id)
    const read = async (from: number) => {
      const wanted = seqs.slice(from, from + pageFrames)
      const found =
        known === null
          ? await findFramesOf(pool, id, wanted)
          : wanted.map((seq) => ({ seq, frame: known.frames[seq] ?? Buffer.alloc(0) }))
      if (found.length !== wanted.length) throw new Error(`Result ${id} lacks some of its chunks.`)
      return Promise.all(found.map(async ({ seq, frame }) => ({ seq, text: await readFrame(frame) })))
    }
    for (let from = 0, page = read(0); from < seqs.length; from += pageFrames) {
      const current = await page
      if (from + pageFrames < seqs.length) {
        page = read(from + pageFrames)
        page.catch(() => {})
      }
      yield* current
    }
  }
  async function framesOfAll(results: readonly FramesOf[]) {
    const found = new Map<number, readonly Buffer[]>()
    const wanted = new Map<number, FramesOf>()
    for (const result of results) {
      const known = cache.get(result.id)
      if (known === null) wanted.set(result.id, result)
      else found.set(result.id, known.frames)
    }
    if (wanted.size === 0) return found
    const stored = Map.groupBy(await findAllFrames(pool, [...wanted.keys()]), (frame) => frame.result_id)
    for (const { id, row_count } of wanted.values()) {
      const own = stored.get(id) ?? []
      if (own.reduce((sum, frame) => sum + frame.row_count, 0) !== row_count) continue
      const kept = keptResult(own.map(({ frame }) => frame))
      if (kept.joined.length <= largestCached) cache.put(id, kept)
      found.set(id, kept.frames)
    }
    return found
  }
  return { frames, texts, textsOf, framesOfAll, inMemory: ({ id }) => cache.get(id)?.joined ?? null }
}

interface KeptResult {
  joined: Buffer
  /** slices of `joined` */
  frames: Buffer[]
}

function keptResult(frames: readonly Buffer[]): KeptResult {
  const joined = Buffer.concat(frames)
  let start = 0
  const slices = frames.map((frame) => {
    const slice = joined.subarray(start, start + frame.length)
    start += frame.length
    return slice
  })
  return { joined, frames: slices }
}

/** Keeps the frames of the results used last. */
function createFrameCache() {
  const entries = new Map<number, KeptResult>()
  let total = 0
  return {
    get(resultId: number): KeptResult | null {
      const entry = entries.get(resultId)
      if (entry === undefined) return null
      entries.delete(resultId)
      entries.set(resultId, entry)
      return entry
    },
    put(resultId: number, kept: KeptResult): void {
      if (entries.has(resultId)) return
      entries.set(resultId, kept)
      total += kept.joined.length
      for (const [id, entry] of entries) {
        if (total <= cacheBytes) break
        entries.delete(id)
        total -= entry.joined.length
      }
    },
  }
}
