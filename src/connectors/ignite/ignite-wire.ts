import { WireFault } from '../wire-fault.ts'

/** Type codes of values, as the protocol of thin clients has them. */
export const code = {
  ...{ byte: 1, short: 2, int: 3, long: 4, float: 5, double: 6, char: 7, boolean: 8, string: 9, uuid: 10 },
  ...{ date: 11, bytes: 12, decimal: 30, timestamp: 33, time: 36, null: 101, object: 103 },
  serialized: 254,
} as const

/** A message of ours. Numbers are little-endian. */
export function message() {
  const parts: Buffer[] = []
  const number = (size: number, write: (buffer: Buffer) => void) => {
    const buffer = Buffer.alloc(size)
    write(buffer)
    parts.push(buffer)
    return self
  }
  const self = {
    byte: (value: number) => number(1, (buffer) => buffer.writeUInt8(value)),
    flag: (value: boolean) => self.byte(value ? 1 : 0),
    short: (value: number) => number(2, (buffer) => buffer.writeInt16LE(value)),
    int: (value: number) => number(4, (buffer) => buffer.writeInt32LE(value)),
    long: (value: bigint) => number(8, (buffer) => buffer.writeBigInt64LE(value)),
    text(value: string) {
      const bytes = Buffer.from(value)
      self.byte(code.string).int(bytes.length)
      parts.push(bytes)
      return self
    },
    /** with its length in front */
    done(): Buffer {
      const body = Buffer.concat(parts)
      const length = Buffer.alloc(4)
      length.writeInt32LE(body.length)
      return Buffer.concat([length, body])
    },
  }
  return self
}

/** Reads a message of the server, whose lengths are not trusted: beyond its end it throws WireFault. */
export class IgniteReader {
  readonly #buffer: Buffer
  #at = 0

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  /** Where the next `size` bytes begin. */
  #take(size: number): number {
    const at = this.#at
    if (size < 0 || at + size > this.#buffer.length) {
      throw new WireFault('The server sent a message that ends in the middle of a value.')
    }
    this.#at = at + size
    return at
  }

  get position(): number {
    return this.#at
  }

  get left(): number {
    return this.#buffer.length - this.#at
  }

  byte(): number {
    return this.#buffer.readUInt8(this.#take(1))
  }
  signedByte(): number {
    return this.#buffer.readInt8(this.#take(1))
  }
  short(): number {
    return this.#buffer.readInt16LE(this.#take(2))
  }
  char(): string {
    return String.fromCharCode(this.#buffer.readUInt16LE(this.#take(2)))
  }
  int(): number {
    return this.#buffer.readInt32LE(this.#take(4))
  }
  long(): bigint {
    return this.#buffer.readBigInt64LE(this.#take(8))
  }
  float(): number {
    return this.#buffer.readFloatLE(this.#take(4))
  }
  double(): number {
    return this.#buffer.readDoubleLE(this.#take(8))
  }
  bytes(length: number): Buffer {
    const at = this.#take(length)
    return this.#buffer.subarray(at, at + length)
  }

  /** A text with its type code; '' for null. */
  text(): string {
    const kind = this.byte()
    if (kind === code.null) return ''
    if (kind !== code.string) throw new WireFault('The server sent something else where a text has to be.')
    return this.bytes(this.int()).toString('utf8')
  }
}
