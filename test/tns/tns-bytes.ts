/** Writes what a server of Oracle sends. Integers are their length and as many bytes as they need. */
export class TnsWriter {
  readonly #parts: Buffer[] = []

  u8(...values: number[]): this {
    this.#parts.push(Buffer.from(values))
    return this
  }
  u16(value: number): this {
    return this.u8((value >> 8) & 0xff, value & 0xff)
  }
  integer(value: number): this {
    const size = Math.abs(value)
    if (size === 0) return this.u8(0)
    const digits = size.toString(16)
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
    return this.u8(bytes.length | (value < 0 ? 0x80 : 0)).raw(bytes)
  }
  raw(bytes: Uint8Array): this {
    this.#parts.push(Buffer.from(bytes))
    return this
  }
  /** bytes behind their length; long ones in pieces */
  sized(bytes: Uint8Array | null): this {
    if (bytes === null) return this.u8(0)
    if (bytes.length <= 252) return this.u8(bytes.length).raw(bytes)
    this.u8(254)
    for (let at = 0; at < bytes.length; at += pieceLength) {
      const piece = bytes.subarray(at, at + pieceLength)
      this.integer(piece.length).raw(piece)
    }
    return this.integer(0)
  }
  /** its length, then the same as `sized`; nothing more for an empty one */
  text(value: string): this {
    const bytes = Buffer.from(value)
    this.integer(bytes.length)
    return bytes.length === 0 ? this : this.sized(bytes)
  }
  done(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

const pieceLength = 32_767

/** Reads what the driver sends. Throws at the end of the bytes. */
export class TnsReader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  get left(): number {
    return this.#bytes.length - this.at
  }
  raw(count: number): Buffer {
    if (count > this.left) throw new Error(`the request ends ${count - this.left} bytes too early`)
    const bytes = this.#bytes.subarray(this.at, this.at + count)
    this.at += count
    return bytes
  }
  u8(): number {
    return this.raw(1)[0] as number
  }
  /** throws unless the next byte is this one */
  expect(value: number, what: string): void {
    const found = this.u8()
    if (found !== value) throw new Error(`${what} is ${found}, not ${value}`)
  }
  integer(): number {
    const length = this.u8()
    if (length > 8) throw new Error(`an integer of ${length} bytes`)
    let value = 0
    for (const byte of this.raw(length)) value = value * 256 + byte
    return value
  }
  sized(): Buffer {
    const length = this.u8()
    if (length !== 254) return this.raw(length)
    const pieces: Buffer[] = []
    for (let piece = this.integer(); piece > 0; piece = this.integer()) pieces.push(this.raw(piece))
    return Buffer.concat(pieces)
  }
  text(): string {
    const length = this.integer()
    const bytes = length === 0 ? Buffer.alloc(0) : this.sized()
    if (bytes.length !== length) throw new Error(`a text of ${bytes.length} bytes, not ${length}`)
    return bytes.toString()
  }
}
