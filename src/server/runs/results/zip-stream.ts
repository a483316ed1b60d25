import { once } from 'node:events'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  parts: AsyncIterable<Buffer>
}

/** Limit of the classic format, without its 64-bit extension. */
const maxOffset = 0xffffffff

/** A ZIP file, generated as a stream: sizes follow each entry, so they need not be known in advance. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8')
    const start = offset
    const head = localHeader(name)
    yield head
    offset += head.length
    const sums = { crc: 0, plain: 0, packed: 0 }
    for await (const part of deflated(entry.parts, sums)) {
      offset += part.length
      yield part
    }
    if (offset > maxOffset || sums.plain > maxOffset) throw new Error('The file would be larger than 4 GB.')
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    writeSums(descriptor, 4, sums)
    yield descriptor
    offset += descriptor.length
    directory.push(centralHeader(name, start, sums))
  }
  const central = Buffer.concat(directory)
  yield central
  yield endOfDirectory(directory.length, central.length, offset)
}

interface Sums {
  crc: number
  plain: number
  packed: number
}

/** Deflates on another thread while the next part is made; only a few parts are in progress at once. */
async function* deflated(parts: AsyncIterable<Buffer>, sums: Sums): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 })
  const feed = async () => {
    for await (const part of parts) {
      sums.crc = crc32(part, sums.crc)
      sums.plain += part.length
      if (!deflate.write(part)) await once(deflate, 'drain')
    }
    deflate.end()
  }
  const feeding = feed().catch((error) => deflate.destroy(error as Error))
  try {
    for await (const part of deflate as AsyncIterable<Buffer>) {
      sums.packed += part.length
      yield part
    }
    await feeding
  } finally {
    deflate.destroy()
  }
}

/** Sizes follow (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808
const deflateMethod = 8
/** 1 January 1980, so that the same content makes the same file. */
const date = 0x0021

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflateMethod, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function centralHeader(name: Buffer, offset: number, sums: Sums): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflateMethod, 10)
  header.writeUInt16LE(date, 14)
  writeSums(header, 16, sums)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function writeSums(target: Buffer, at: number, { crc, plain, packed }: Sums): void {
  target.writeUInt32LE(crc, at)
  target.writeUInt32LE(packed, at + 4)
  target.writeUInt32LE(plain, at + 8)
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
