import type { WireBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'

/**
 * Messages of Avatica, which are protocol buffers: numbered fields, of which a reader skips those that it does not
 * know. Only what this connector sends and reads.
 */
export function fields() {
  const parts: Buffer[] = []
  const self = {
    number(field: number, value: number) {
      // zero is what an absent field means
      if (value !== 0) parts.push(varint(BigInt(field * 8)), varint(BigInt.asUintN(64, BigInt(value))))
      return self
    },
    flag: (field: number, value: boolean) => self.number(field, value ? 1 : 0),
    bytes(field: number, bytes: Buffer) {
      parts.push(varint(BigInt(field * 8 + lengthDelimited)), varint(BigInt(bytes.length)), bytes)
      return self
    },
    text: (field: number, text: string) => self.bytes(field, Buffer.from(text)),
    done: () => Buffer.concat(parts),
  }
  return self
}

const lengthDelimited = 2

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const low = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest === 0n ? low : low | 0x80)
  } while (rest !== 0n)
  return Buffer.from(bytes)
}

/**
 * Reads the fields of one message. The server is not trusted: beyond the end it throws WireFault, and each field counts
 * in the budget, also one that is skipped.
 */
export class FieldReader {
  readonly budget: WireBudget
  readonly #buffer: Buffer
  #at: number
  readonly #end: number
  #wire = 0
  /** the number of the field that `next` found */
  field = 0

  constructor(buffer: Buffer, budget: WireBudget, at = 0, end = buffer.length) {
    this.budget = budget
    this.#buffer = buffer
    this.#at = at
    this.#end = end
  }

  get size(): number {
    return this.#end - this.#at
  }

  /** Goes to the next field, whose value has to be read or skipped before the one after it. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    this.budget.spend(1)
    const key = Number(this.#varint())
    this.field = Math.floor(key / 8)
    this.#wire = key % 8
    return true
  }

  /** A number with a sign, as `int32` and `int64` have it. */
  number(): number {
    this.#require(0)
    return Number(BigInt.asIntN(64, BigInt(this.#varint())))
  }

  /** A number as `sint64` has it, with its digits. */
  zigzag(): string {
    this.#require(0)
    const value = this.#varint()
    if (typeof value === 'number') return String(value % 2 === 0 ? value / 2 : -(value + 1) / 2)
    return String(value % 2n === 0n ? value / 2n : -(value + 1n) / 2n)
  }

  double(): number {
    this.#require(1)
    return this.#buffer.readDoubleLE(this.#take(8))
  }

  bytes(): Buffer {
    this.#require(lengthDelimited)
    const length = Number(this.#varint())
    const at = this.#take(length)
    return this.#buffer.subarray(at, at + length)
  }

  text(): string {
    return this.bytes().toString('utf8')
  }

  /** The message that is the value of the field. */
  message(budget = this.budget): FieldReader {
    this.#require(lengthDelimited)
    const length = Number(this.#varint())
    const at = this.#take(length)
    return new FieldReader(this.#buffer, budget, at, at + length)
  }

  skip(): void {
    if (this.#wire === 0) this.#varint()
    else if (this.#wire === 1) this.#take(8)
    else if (this.#wire === lengthDelimited) this.#take(Number(this.#varint()))
    else if (this.#wire === 5) this.#take(4)
    else throw unreadable()
  }

  #require(wire: number): void {
    if (this.#wire !== wire) throw unreadable()
  }

  #take(size: number): number {
    const at = this.#at
    if (at + size > this.#end) throw unreadable()
    this.#at = at + size
    return at
  }

  #varint(): number | bigint {
    // most numbers have a few bytes, which a double holds
    let value = 0
    let factor = 1
    for (let count = 0; count < 7; count++) {
      const byte = this.#buffer[this.#take(1)] as number
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 0x80
    }
    let large = BigInt(value)
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#buffer[this.#take(1)] as number
      large |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, large)
    }
    throw unreadable()
  }
}

function unreadable(): WireFault {
  return new WireFault('The server sent something that is not a message of the Avatica protocol.')
}
