import type { ByteSource } from '../byte-source.ts'
import { answerBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'

/** Types of Thrift's binary protocol. */
export const types = {
  stop: 0,
  bool: 2,
  byte: 3,
  double: 4,
  i16: 6,
  i32: 8,
  i64: 10,
  string: 11,
  struct: 12,
  map: 13,
  set: 14,
  list: 15,
} as const

/** Fields by their number, as they come; texts and bytes are Buffers, numbers of 64 bits are bigint. */
export type ThriftStruct = ReadonlyMap<number, ThriftValue>
export type ThriftValue =
  | boolean
  | number
  | bigint
  | Buffer
  | readonly ThriftValue[]
  | readonly (readonly [ThriftValue, ThriftValue])[]
  | ThriftStruct

export const version = 0x80010000
const reply = 2
const exception = 3

/** The server understood the call as a program, but not what it says. */
export class ThriftException extends Error {}

const maxDepth = 20
/** Sextant reads no field with a higher number. */
const lastField = 10
/** Limit of skipped elements: each costs time, however small it is on the wire. */
const maxSkipped = 2_000_000
/** Objects that a value takes, beside its place in a list: a Buffer and a map of fields are several. */
const [objectsOfBytes, objectsOfStruct] = [2, 4]

/** Reads the answer to a call: its result, which is field 0. Throws WireFault for what is not one. */
export async function readReply(source: ByteSource): Promise<ThriftStruct> {
  const reader = new Reader(source)
  const head = await reader.int32()
  if ((head & 0xffff0000) >>> 0 !== version)
    throw new WireFault('The server does not speak the protocol of Hive.')
  await reader.bytes()
  await reader.int32()
  const content = await reader.struct(0)
  const kind = head & 0xff
  if (kind === exception) throw new ThriftException(textIn(content, 1) || 'The server gave no reason.')
  const result = content.get(0)
  if (kind !== reply || !(result instanceof Map))
    throw new WireFault('The server answered a call with something else.')
  return result as ThriftStruct
}

class Reader {
  readonly #source: ByteSource
  readonly #budget = answerBudget()
  #skipped = 0
  constructor(source: ByteSource) {
    this.#source = source
  }

  async int32(): Promise<number> {
    return (await this.#fixed(4)).readInt32BE(0)
  }

  async bytes(): Promise<Buffer> {
    const length = await this.int32()
    return await this.#fixed(length)
  }

  async #fixed(length: number): Promise<Buffer> {
    if (length < 0 || !this.#source.has(length)) await this.#source.want(length)
    return this.#source.take(length)
  }

  async struct(depth: number): Promise<ThriftStruct> {
    requireDepth(depth)
    this.#budget.spend(objectsOfStruct)
    const fields = new Map<number, ThriftValue>()
    for (;;) {
      const type = (await this.#fixed(1))[0] as number
      if (type === types.stop) return fields
      const id = (await this.#fixed(2)).readInt16BE(0)
      this.#budget.spend(1)
      if (id < 0 || id > lastField) await this.#skip(type, depth)
      else fields.set(id, await this.#value(type, depth))
    }
  }

  async #value(type: number, depth: number): Promise<ThriftValue> {
    switch (type) {
      case types.string:
        this.#budget.spend(objectsOfBytes)
        return await this.bytes()
      case types.struct:
        return await this.struct(depth + 1)
      case types.list:
      case types.set:
        return await this.#list(depth + 1)
      case types.map:
        return await this.#map(depth + 1)
      default: {
        const length = fixedLengths[type]
        if (length === undefined) throw new WireFault(unknownType)
        return fixedValue(type, await this.#fixed(length))
      }
    }
  }

  async #list(depth: number): Promise<readonly ThriftValue[]> {
    const type = (await this.#fixed(1))[0] as number
    const count = await this.int32()
    requireDepth(depth)
    const length = fixedLengths[type]
    this.#budget.spendCount(count, this.#source.left, leastOf(type))
    const list: ThriftValue[] = []
    for (let at = 0; at < count; at++) {
      if (length !== undefined && this.#source.has(length))
        list.push(fixedValue(type, this.#source.take(length)))
      else list.push(await this.#value(type, depth))
    }
    return list
  }

  async #map(depth: number): Promise<readonly (readonly [ThriftValue, ThriftValue])[]> {
    const [key, value] = await this.#fixed(2)
    const count = await this.int32()
    requireDepth(depth)
    // each pair is a list of its own
    this.#budget.spendCount(count, this.#source.left, leastOf(key as number) + leastOf(value as number))
    this.#budget.spend(count * 2)
    const pairs: [ThriftValue, ThriftValue][] = []
    for (let at = 0; at < count; at++) {
      pairs.push([await this.#value(key as number, depth), await this.#value(value as number, depth)])
    }
    return pairs
  }

  /** Reads past a value without building it. */
  async #skip(type: number, depth: number): Promise<void> {
    requireDepth(depth)
    if (type === types.string) return await this.#leaveOut(await this.int32())
    if (type === types.struct) {
      for (;;) {
        const inner = (await this.#fixed(1))[0] as number
        if (inner === types.stop) return
        await this.#fixed(2)
        this.#countSkipped(1)
        await this.#skip(inner, depth + 1)
      }
    }
    const isMap = type === types.map
    if (isMap || type === types.list || type === types.set) {
      const inner = await this.#fixed(isMap ? 2 : 1)
      const count = await this.int32()
      this.#countSkipped(count)
      for (let at = 0; at < count; at++) for (const element of inner) await this.#skip(element, depth + 1)
      return
    }
    const length = fixedLengths[type]
    if (length === undefined) throw new WireFault(unknownType)
    await this.#fixed(length)
  }

  async #leaveOut(bytes: number): Promise<void> {
    for (let left = bytes; left !== 0; ) {
      const part = Math.min(left, skippedAtOnce)
      await this.#fixed(part)
      left -= part
    }
  }

  #countSkipped(elements: number): void {
    this.#skipped += elements
    if (elements < 0 || this.#skipped > maxSkipped)
      throw new WireFault('The server sent an answer with too many parts that Sextant does not know.')
  }
}

const skippedAtOnce = 65_536
const unknownType = 'The server sent a value of a type that is not known.'

function requireDepth(depth: number): void {
  if (depth > maxDepth) throw new WireFault('The server sent an answer that is nested too deeply.')
}

/** Bytes that a value of the type has at least. */
function leastOf(type: number): number {
  if (type === types.string) return 4
  if (type === types.map) return 6
  if (type === types.list || type === types.set) return 5
  return fixedLengths[type] ?? 1
}

const fixedLengths: Readonly<Record<number, number>> = {
  ...{ [types.bool]: 1, [types.byte]: 1, [types.i16]: 2, [types.i32]: 4, [types.i64]: 8, [types.double]: 8 },
}

function fixedValue(type: number, bytes: Buffer): ThriftValue {
  switch (type) {
    case types.bool:
      return bytes[0] !== 0
    case types.byte:
      return bytes.readInt8(0)
    case types.i16:
      return bytes.readInt16BE(0)
    case types.i32:
      return bytes.readInt32BE(0)
    case types.i64:
      return bytes.readBigInt64BE(0)
    default:
      return bytes.readDoubleBE(0)
  }
}

/** Fields of an answer, as what they should be; undefined if they are missing or something else. */
export function structIn(struct: ThriftStruct | undefined, id: number): ThriftStruct | undefined {
  const value = struct?.get(id)
  return value instanceof Map ? (value as ThriftStruct) : undefined
}

export function listIn(struct: ThriftStruct | undefined, id: number): readonly ThriftValue[] | undefined {
  const value = struct?.get(id)
  return Array.isArray(value) ? value : undefined
}

export function bytesIn(struct: ThriftStruct | undefined, id: number): Buffer | undefined {
  const value = struct?.get(id)
  return Buffer.isBuffer(value) ? value : undefined
}

export function textIn(struct: ThriftStruct | undefined, id: number): string {
  return bytesIn(struct, id)?.toString('utf8') ?? ''
}

export function numberIn(struct: ThriftStruct | undefined, id: number): number | undefined {
  const value = struct?.get(id)
  return typeof value === 'number' ? value : undefined
}
