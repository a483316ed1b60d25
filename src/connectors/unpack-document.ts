import { Readable } from 'node:stream'
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
/** Each packing costs memory; nobody needs more. */
const maxEncodings = 3

/**
 * The bytes of a document. It is unpacked here, in the restricted process, so that what unfolds without end costs no
 * other run; what is cut off within a packing is an error, never a shorter document.
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
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return through(parts, createGunzip({ chunkSize }))
    case 'br':
      return through(parts, createBrotliDecompress({ chunkSize }))
    case 'zstd':
      return through(parts, createZstdDecompress({ chunkSize }))
    case 'deflate':
      return inflated(parts)
    default:
      throw new QueryFailed(`The answer is packed in a way that Sextant does not know: ${name.slice(0, 50)}.`)
  }
}

/** Servers send `deflate` with and without its header. */
async function inflated(parts: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return nothing()
  const whole = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  const isWrapped = ((first.value[0] ?? 0) & 0x0f) === 0x08
  return through(whole(), isWrapped ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize }))
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* through(
  parts: AsyncIterable<Uint8Array>,
  unpacker: NodeJS.ReadWriteStream & AsyncIterable<Uint8Array> & { destroy(error?: Error): void },
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(parts)
  source.on('error', (error) => unpacker.destroy(error))
  source.pipe(unpacker)
  try {
    yield* unpacker
  } catch (error) {
    if (error instanceof DocumentBroken || error instanceof QueryFailed) throw error
    throw new DocumentBroken(`It cannot be unpacked: ${(error as Error).message}.`)
  } finally {
    source.destroy()
    unpacker.destroy()
  }
}
