/** The growing text of a chunk, in a reused buffer. */
export interface ChunkText {
  append(text: string): void
  /** bytes so far */
  length(): number
  /** returns the bytes and starts a new chunk; the caller returns the buffer with `giveBack` */
  take(): Buffer
  giveBack(bytes: Buffer): void
}

/** Texts are concatenated up to this length before they are written to the buffer, to save calls. */
const gatherLength = 8192
const spareBuffers = 3

export function chunkText(usualBytes: number): ChunkText {
  const size = usualBytes + gatherLength * 8
  const spare: Buffer[] = []
  let buffer: Buffer = Buffer.allocUnsafeSlow(size)
  let used = 0
  let gathered = ''

  const spill = () => {
    if (gathered === '') return
    const needed = used + gathered.length * 3
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2))
      buffer.copy(larger, 0, 0, used)
      buffer = larger
    }
    used += buffer.write(gathered, used, 'utf8')
    gathered = ''
  }
  return {
    append(text) {
      gathered += text
      if (gathered.length >= gatherLength) spill()
    },
    length() {
      spill()
      return used
    },
    take() {
      spill()
      const bytes = buffer.subarray(0, used)
      buffer = spare.pop() ?? Buffer.allocUnsafeSlow(size)
      used = 0
      return bytes
    },
    giveBack(bytes) {
      // a buffer that grew for a huge row is left to the garbage collector
      if (bytes.buffer.byteLength === size && spare.length < spareBuffers)
        spare.push(Buffer.from(bytes.buffer))
    },
  }
}
