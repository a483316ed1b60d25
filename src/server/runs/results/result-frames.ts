import type pg from 'pg'
import { isSmall, largeFrame, largeText } from './large-chunk.ts'
import { readFrame } from './read-frame.ts'
import { holdUntilTaken, makingRoom, type Reader, smallBytes } from './reading-room.ts'
import { findAllFrames, findFramesOf, type StoredResult } from './result-store.ts'
import { findChunksAfter, type SizedChunk, sizeChunks, sumFrames } from './sized-chunk-store.ts'

/** Frames read at once; the next page is loading while these are sent. */
const pageFrames = 4
/** Results never change, so recently read frames are cached, up to this size in each web process. */
const cacheBytes = 32 * 1024 * 1024
/** Larger results bypass the cache: they would evict everything else. */
const maxCachedBytes = cacheBytes / 2

/**
 * Reads the stored frames of results, in order. Large chunks occupy a room (reading-room.ts) until the next one is
 * requested: a caller that stops early must call `return`. `reader`: the client they are sent to; null: they stay in
 * this process.
 */
export interface FrameReader {
  /**
   * throws when rows are missing (the result was deleted in the meantime): the reply must not end as if it were
   * complete
   */
  frames(result: FramesOf, reader: Reader | null): AsyncGenerator<Buffer>
  /** the same, decompressed: JSON texts of row objects; every chunk but the first starts with a comma */
  texts(result: FramesOf, reader: Reader | null): AsyncGenerator<Buffer>
  /** decompressed texts of the chunks with these ascending numbers; they stay in this process */
  textsOf(result: FramesOf, seqs: readonly number[]): AsyncGenerator<{ seq: number; text: Buffer }>
  /** frames of several results, with one statement for those not in memory; results with missing rows are left out */
  framesOfAll(
    results: readonly SizedResult[],
    reader: Reader,
  ): Promise<ReadonlyMap<number, readonly Buffer[]>>
  /** all frames in one piece, if in memory: the reply then needs one write and its length is known */
  inMemory(result: FramesOf): Buffer | null
}

type FramesOf = Pick<StoredResult, 'id' | 'row_count'>
type SizedResult = FramesOf & Pick<StoredResult, 'byte_count'>

export function createFrameReader(pool: pg.Pool): FrameReader {
  const cache = createFrameCache()

  /** Counts the rows, and caches small results. */
  async function* chunks({ id, row_count }: FramesOf): AsyncGenerator<SizedChunk> {
    const known = cache.get(id)
    if (known !== null) {
      yield* known.chunks
      return
    }
    let kept: KeptChunk[] | null = []
    let bytes = 0
    let rows = 0
    let page = findChunksAfter(pool, id, -1, pageFrames)
    for (;;) {
      const current = await page
      const last = current.at(-1)
      const isLast = last === undefined || current.length < pageFrames
      if (!isLast) {
        page = findChunksAfter(pool, id, last.seq, pageFrames)
        // an error in a page without a waiter (the client left) is not a bug
        page.catch(() => {})
      }
      for (const chunk of current) {
        rows += chunk.row_count
        bytes += chunk.size
        if (chunk.frame === null || bytes > maxCachedBytes) kept = null
        else kept?.push({ ...chunk, frame: chunk.frame })
        yield chunk
      }
      if (isLast) break
    }
    if (rows !== row_count) throw new Error(`Result ${id} has ${rows} of its ${row_count} rows.`)
    if (kept !== null) cache.put(id, keptResult(kept))
  }

  async function* frames(result: FramesOf, reader: Reader | null): AsyncGenerator<Buffer> {
    for await (const chunk of chunks(result)) {
      if (chunk.frame !== null) yield chunk.frame
      else yield* largeFrame(pool, chunk, reader)
    }
  }

  async function* texts(result: FramesOf, reader: Reader | null): AsyncGenerator<Buffer> {
    const source = chunks(result)
    const next = async () => {
      const { value, done } = await source.next()
      if (done === true) return null
      const { frame } = value
      // a large one is read when its turn comes
      return { chunk: value, text: frame === null || !isSmall(value) ? null : await readFrame(frame) }
    }
    let coming = next()
    for (;;) {
      const current = await coming
      if (current === null) return
      coming = next()
      coming.catch(() => {})
      if (current.text !== null) yield current.text
      else yield* largeText(pool, current.chunk, reader)
    }
  }

  async function* textsOf({ id }: FramesOf, seqs: readonly number[]) {
    const known = cache.get(id)
    const found =
      known === null ? await sizeChunks(pool, id, seqs) : seqs.flatMap((seq) => known.chunks[seq] ?? [])
    if (found.length !== seqs.length) throw new Error(`Result ${id} lacks some of its chunks.`)
    const read = async (from: number) => {
      const wanted = found.slice(from, from + pageFrames)
      const small = wanted.filter((chunk) => isSmall(chunk))
      const missing = small.filter(({ frame }) => frame === null).map(({ seq }) => seq)
      const frames = missing.length === 0 ? [] : await findFramesOf(pool, id, missing)
      const frameOf = new Map(frames.map(({ seq, frame }) => [seq, frame]))
      return Promise.all(
        wanted.map(async (chunk) => {
          const frame = chunk.frame ?? frameOf.get(chunk.seq) ?? null
          return { chunk, text: frame === null || !isSmall(chunk) ? null : await readFrame(frame) }
        }),
      )
    }
    for (let from = 0, page = read(0); from < found.length; from += pageFrames) {
      const current = await page
      if (from + pageFrames < found.length) {
        page = read(from + pageFrames)
        page.catch(() => {})
      }
      for (const { chunk, text } of current) {
        const { seq } = chunk
        if (text !== null) yield { seq, text }
        else for await (const large of largeText(pool, chunk, null)) yield { seq, text: large }
      }
    }
  }

  async function framesOfAll(results: readonly SizedResult[], reader: Reader) {
    const found = new Map<number, readonly Buffer[]>()
    const wanted = new Map<number, SizedResult>()
    let bytes = 0
    for (const result of results) {
      const known = cache.get(result.id)
      if (known !== null) found.set(result.id, known.frames)
      else if (!wanted.has(result.id)) {
        wanted.set(result.id, result)
        bytes += result.byte_count
      }
    }
    if (wanted.size === 0) return found
    if (bytes > smallBytes) await holdUntilTaken(reader, await sumFrames(pool, [...wanted.keys()]))
    // the database driver takes several times the size of the frames
    const leave = bytes <= smallBytes ? () => {} : await makingRoom.enter(bytes * 3)
    try {
      const stored = Map.groupBy(await findAllFrames(pool, [...wanted.keys()]), (frame) => frame.result_id)
      for (const { id, row_count, byte_count } of wanted.values()) {
        const own = stored.get(id) ?? []
        if (own.reduce((sum, frame) => sum + frame.row_count, 0) !== row_count) continue
        const sized = own.map((chunk) => ({ ...chunk, size: chunk.frame.length, byte_count }))
        const kept = keptResult(sized)
        if (kept.joined.length <= maxCachedBytes) cache.put(id, kept)
        found.set(id, kept.frames)
      }
    } finally {
      leave()
    }
    return found
  }
  return { frames, texts, textsOf, framesOfAll, inMemory: ({ id }) => cache.get(id)?.joined ?? null }
}

/** A chunk with its frame, a slice of the result's cached bytes. */
type KeptChunk = SizedChunk & { frame: Buffer }

interface KeptResult {
  joined: Buffer
  chunks: KeptChunk[]
  frames: Buffer[]
}

function keptResult(given: readonly KeptChunk[]): KeptResult {
  const joined = Buffer.concat(given.map(({ frame }) => frame))
  let start = 0
  const chunks = given.map((chunk) => {
    const frame = joined.subarray(start, start + chunk.frame.length)
    start += frame.length
    return { ...chunk, frame }
  })
  return { joined, chunks, frames: chunks.map(({ frame }) => frame) }
}

/** Caches the frames of the most recently used results. */
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
