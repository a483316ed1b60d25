import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import { QueryFailed } from './connector-errors.ts'
import { DocumentBroken, type WiredDocument } from './document-desk.ts'

const chunkSize = 65_536
/** Each layer of compression costs memory. */
const maxEncodings = 3

/**
 * The decompressed bytes of a document. The restricted process does this, so that a decompression bomb affects no other
 * run. Truncated compressed data, or data after its end, is an error: never a shorter document.
 */
export async function unpack({ encoding, parts }: WiredDocument): Promise<AsyncIterable<Uint8Array>> {
  const encodings = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (encodings.length > maxEncodings) {
    throw new QueryFailed(
      `The answer is packed ${encodings.length} times (Content-Encoding); ${maxEncodings} is the limit.`,
    )
  }
  let bytes = parts
  for (const name of encodings.reverse()) bytes = await unpackOnce(name, bytes)
  return bytes
}

async function unpackOnce(
  name: string,
  parts: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const source = sourceOf(parts)
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      // continues with the next member by itself
      return through(source, () => createGunzip({ chunkSize }), refuseMoreThanZeros)
    case 'br':
      return through(source, () => createBrotliDecompress({ chunkSize }), refuseMore)
    case 'zstd':
      return through(source, () => createZstdDecompress({ chunkSize }), takeNextFrame)
    case 'deflate':
      return through(source, await inflaterFor(source), refuseMore)
    default:
      throw new QueryFailed(`The answer is packed in a way that Sextant does not know: ${name.slice(0, 50)}.`)
  }
}

/** Servers send `deflate` with and without its header. */
async function inflaterFor(source: Source): Promise<() => Unpacker> {
  const first = await source.next()
  if (first === null) return () => createInflate({ chunkSize })
  source.putBack(first)
  const isWrapped = ((first[0] ?? 0) & 0x0f) === 0x08
  return () => (isWrapped ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize }))
}

/** `bytesWritten`: bytes consumed, without those that follow the end of its frame. */
type Unpacker = Transform & { readonly bytesWritten: number }

/** A source of compressed bytes to which bytes can be returned. */
interface Source {
  /** never empty; null: there is no more */
  next(): Promise<Uint8Array | null>
  putBack(bytes: Uint8Array): void
  close(): void
}

function sourceOf(parts: AsyncIterable<Uint8Array>): Source {
  const iterator = parts[Symbol.asyncIterator]()
  let back: Uint8Array | null = null
  return {
    async next() {
      if (back !== null) {
        const bytes = back
        back = null
        return bytes
      }
      for (;;) {
        const part = await iterator.next()
        if (part.done) return null
        if (part.value.length > 0) return part.value
      }
    },
    putBack(bytes) {
      back = bytes
    },
    close() {
      iterator.return?.().catch(() => {})
    },
  }
}

/** Handles bytes after the end of a frame; returns true if another frame begins. Throws DocumentBroken. */
type Rest = (source: Source) => Promise<boolean>

/** RFC 8878, 3: several frames together are one content. */
const takeNextFrame: Rest = async () => true

const refuseMore: Rest = async () => {
  throw cannotUnpack('something follows its end')
}

/** Gzip files on block devices may be padded with zeros. */
const refuseMoreThanZeros: Rest = async (source) => {
  for (let part = await source.next(); part !== null; part = await source.next()) {
    if (part.some((byte) => byte !== 0)) return refuseMore(source)
  }
  return false
}

/** Node's decompressors end with the first frame and silently drop the rest. */
async function* through(
  source: Source,
  makeUnpacker: () => Unpacker,
  afterFrame: Rest,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      yield* throughOne(source, makeUnpacker())
      const more = await source.next()
      if (more === null) return
      source.putBack(more)
      if (!(await afterFrame(source))) return
    }
  } catch (error) {
    if (error instanceof DocumentBroken || error instanceof QueryFailed) throw error
    throw cannotUnpack((error as Error).message)
  } finally {
    source.close()
  }
}

function cannotUnpack(reason: string): DocumentBroken {
  return new DocumentBroken(`It cannot be unpacked: ${reason}.`)
}

async function* throughOne(source: Source, unpacker: Unpacker): AsyncGenerator<Uint8Array> {
  const feeding = feed(source, unpacker)
  feeding.catch((error: Error) => unpacker.destroy(error))
  try {
    yield* unpacker
    // the reader may finish before the rest is returned to the source
    await feeding
  } finally {
    unpacker.destroy()
  }
}

/** Feeds until the frame or the source ends; returns bytes after the frame to the source. */
async function feed(source: Source, unpacker: Unpacker): Promise<void> {
  let fed = 0
  for (let part = await source.next(); part !== null; part = await source.next()) {
    fed += part.length
    await written(unpacker, part)
    const left = fed - unpacker.bytesWritten
    if (left > 0) return source.putBack(part.subarray(part.length - left))
  }
  unpacker.end()
}

function written(unpacker: Unpacker, part: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    unpacker.write(part, (error) => (error ? reject(error) : resolve()))
  })
}
