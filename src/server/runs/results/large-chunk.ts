import type pg from 'pg'
import { giveBack, readFrame } from './read-frame.ts'
import { makingRoom, type Reader, sendingRoom, smallBytes } from './reading-room.ts'
import { fetchFrame, findChunksAfter, type SizedChunk } from './sized-chunk-store.ts'

/** Small chunks are read at once, without a place in a room. */
export function isSmall({ size, byte_count }: SizedChunk): boolean {
  return size <= smallBytes && byte_count <= smallBytes
}

/**
 * The text of a large chunk, which keeps its place in a room until the next item is requested. `reader`: the client it
 * is sent to; null: it stays in this process.
 */
export async function* largeText(
  pool: pg.Pool,
  chunk: SizedChunk,
  reader: Reader | null,
): AsyncGenerator<Buffer> {
  // data derived from the text may be as large again
  const leave = await enterFor(reader, chunk.size + chunk.byte_count * 2)
  try {
    const frame = chunk.frame ?? (await fetchFrame(pool, chunk))
    const text = await readFrame(frame)
    if (chunk.frame === null) giveBack(frame)
    yield text
  } finally {
    leave()
  }
}

/**
 * The texts of stored chunks, for code that reads them one by one: the memory of each is released when the next one is
 * requested. `atOnce`: number of small frames read together.
 */
export async function* storedTexts(
  pool: pg.Pool,
  resultId: number,
  atOnce: number,
): AsyncGenerator<{ seq: number; row_count: number; text: Buffer }> {
  for (let after = -1; ; ) {
    const chunks = await findChunksAfter(pool, resultId, after, atOnce)
    for (const chunk of chunks) {
      const { seq, row_count, frame } = chunk
      const isHere = frame !== null && isSmall(chunk)
      for await (const text of isHere ? [await readFrame(frame)] : largeText(pool, chunk, null)) {
        try {
          yield { seq, row_count, text }
        } finally {
          giveBack(text)
        }
      }
      after = seq
    }
    if (chunks.length < atOnce) return
  }
}

/** The frame of a chunk that was not loaded with the others, as `largeText` does for its text. */
export async function* largeFrame(
  pool: pg.Pool,
  chunk: SizedChunk,
  reader: Reader | null,
): AsyncGenerator<Buffer> {
  const leave = await enterFor(reader, chunk.size * 2)
  try {
    yield await fetchFrame(pool, chunk)
  } finally {
    leave()
  }
}

function enterFor(reader: Reader | null, bytes: number): Promise<() => void> {
  return reader === null ? makingRoom.enter(bytes) : sendingRoom.enter(bytes, reader)
}
