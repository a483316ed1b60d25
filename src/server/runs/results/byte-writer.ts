/** A growing buffer; hot loops write into `bytes` directly after `reserve`. */
export interface ByteWriter {
  bytes: Buffer
  length: number
}

export function byteWriter(size: number): ByteWriter {
  return { bytes: Buffer.allocUnsafe(size), length: 0 }
}

/** Makes room for `count` more bytes. */
export function reserve(writer: ByteWriter, count: number): void {
  const needed = writer.length + count
  if (needed <= writer.bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(needed, writer.bytes.length * 2))
  writer.bytes.copy(larger, 0, 0, writer.length)
  writer.bytes = larger
}

export function writeText(writer: ByteWriter, text: string): void {
  reserve(writer, text.length * 3)
  writer.length += writer.bytes.write(text, writer.length, 'utf8')
}

export function writeByte(writer: ByteWriter, byte: number): void {
  reserve(writer, 1)
  writer.bytes[writer.length++] = byte
}

/** Copies a slice; a short one byte by byte, which is faster than a call. */
export function writeSlice(writer: ByteWriter, source: Buffer, start: number, end: number): void {
  reserve(writer, end - start)
  if (end - start > 48) {
    source.copy(writer.bytes, writer.length, start, end)
    writer.length += end - start
    return
  }
  const { bytes } = writer
  let to = writer.length
  for (let at = start; at < end; at++) bytes[to++] = source[at] as number
  writer.length = to
}

/** The written bytes, in a separate buffer. */
export function takeBytes(writer: ByteWriter): Buffer {
  const taken = writer.bytes.subarray(0, writer.length)
  writer.bytes = Buffer.allocUnsafe(Math.max(1024, writer.length + (writer.length >> 3)))
  writer.length = 0
  return taken
}
