/** Bytes of a message, little-endian as the protocol has them (MS-TDS 2.2.5). */
export class TdsBytes {
  readonly #parts: Buffer[] = []
  u8(value: number) {
    return this.raw(Buffer.from([value]))
  }
  u16(value: number) {
    const part = Buffer.alloc(2)
    part.writeUInt16LE(value)
    return this.raw(part)
  }
  u32(value: number) {
    const part = Buffer.alloc(4)
    part.writeUInt32LE(value)
    return this.raw(part)
  }
  u64(value: bigint) {
    const part = Buffer.alloc(8)
    part.writeBigUInt64LE(value)
    return this.raw(part)
  }
  /** an unsigned number of any number of bytes */
  unsigned(value: bigint, bytes: number) {
    for (let at = 0; at < bytes; at++) this.u8(Number((value >> BigInt(8 * at)) & 0xffn))
    return this
  }
  raw(part: Buffer) {
    this.#parts.push(part)
    return this
  }
  /** a text with its length in characters before it */
  text(value: string, lengthBytes: 1 | 2) {
    if (lengthBytes === 1) this.u8(value.length)
    else this.u16(value.length)
    return this.raw(Buffer.from(value, 'utf16le'))
  }
  /** another part with its length in bytes before it */
  sized(part: TdsBytes) {
    const bytes = part.done()
    return this.u16(bytes.length).raw(bytes)
  }
  done(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Reads what a client sent; throws at the end of it. */
export class TdsReader {
  readonly bytes: Buffer
  at: number
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }
  u8() {
    return this.bytes.readUInt8(this.#step(1))
  }
  u16() {
    return this.bytes.readUInt16LE(this.#step(2))
  }
  u32() {
    return this.bytes.readUInt32LE(this.#step(4))
  }
  u64() {
    return this.bytes.readBigUInt64LE(this.#step(8))
  }
  text(characters: number) {
    const start = this.#step(characters * 2)
    return this.bytes.toString('utf16le', start, this.at)
  }
  skip(bytes: number) {
    this.#step(bytes)
  }
  isAtEnd() {
    return this.at === this.bytes.length
  }
  #step(bytes: number): number {
    const start = this.at
    this.at += bytes
    if (this.at > this.bytes.length) throw new Error('The message is shorter than it says.')
    return start
  }
}
