import { open } from 'node:fs/promises'
import { ConnectionFailed, QueryFailed } from '../../connector-errors.ts'
import { bytesOf, ConnectionLost } from '../../http-answer.ts'
import { type ByteRange, FileChanged, type ObjectStore, type StoredObject } from './object-store.ts'

const maxAttempts = 4

/** Brings a file to this path. What breaks off goes on where it ended; another version of the file is an error. */
export async function bringObject(
  store: ObjectStore,
  object: StoredObject,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'w')
  try {
    let written = 0
    for (let attempt = 1; written < object.size; attempt++) {
      const range = written === 0 ? null : { start: written, end: null }
      try {
        for await (const bytes of bytesIn(store, object, range, signal)) {
          written += bytes.length
          if (written > object.size) throw changed(object)
          await file.write(bytes)
        }
        if (written < object.size && attempt === maxAttempts) throw changed(object)
      } catch (error) {
        if (!(error instanceof ConnectionLost) || attempt === maxAttempts) throw error
        signal.throwIfAborted()
      }
    }
  } finally {
    await file.close()
  }
}

/** These bytes of a file, in one piece. There may be fewer if it ends before. */
export async function bytesOfObject(
  store: ObjectStore,
  object: StoredObject,
  range: ByteRange,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const bytes of bytesIn(store, object, range, signal)) parts.push(bytes)
  return Buffer.concat(parts)
}

async function* bytesIn(
  store: ObjectStore,
  object: StoredObject,
  range: ByteRange | null,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reply = await store.read(object, range, signal).catch((error: unknown) => {
    throw error instanceof FileChanged ? changed(object, error) : error
  })
  const isPart = reply.status === 206
  if (range !== null && !isPart && range.start > 0) {
    await reply.body?.cancel()
    throw new ConnectionFailed(`The store of ${store.place} does not send parts of files.`)
  }
  let left = range?.end == null ? Number.POSITIVE_INFINITY : range.end - range.start + 1
  for await (const bytes of bytesOf(reply)) {
    const own = bytes.subarray(0, left)
    left -= own.length
    if (own.length > 0) yield own
    if (left <= 0) return
  }
}

function changed({ key }: StoredObject, cause?: unknown): QueryFailed {
  return new QueryFailed(
    `The file ${key} was changed or deleted while it was read. Please run the query again.`,
    { cause },
  )
}

/** Does the work for each, some at a time; ends with the first error. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries()
  let failed = false
  const worker = async () => {
    for (const [index, item] of entries) {
      if (failed) return
      try {
        await work(item, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}
const atOnce = 6
