import type { ByteSource } from '../byte-source.ts'
import { WireFault } from '../wire-fault.ts'

/** Types of Thrift's binary protocol. */
const types = {
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

/** What is sent: fields with their types, because the protocol names them. */
export type SentValue =
  | { bool: boolean }
  | { i16: number }
  | { i32: number }
  | { i64: bigint }
  | { string: string | Uint8Array }
  | { struct: readonly SentField[] }
  | { map: readonly (readonly [string, string])[] }
export type SentField = readonly [id: number, value: SentValue]

const version = 0x80010000
const call = 1
const reply = 2
const exception = 3

/** A call with one argument, which is number 1. */
export function writeCall(name: string, argument: readonly SentField[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [int32(version | call), text(name), int32(0)]
  writeStruct([[1, { struct: argument }]], parts)
  return Buffer.concat(parts)
}

function writeStruct(fields: readonly SentField[], parts: Buffer[]): void {
  for (const [id, value] of fields) {
    const head = Buffer.alloc(3)
    head[0] = typeOf(value)
    head.writeInt16BE(id, 1)
    parts.push(head)
    writeValue(value, parts)
  }
  parts.push(Buffer.from([types.stop]))
}

function typeOf(value: SentValue): number {
  return types[Object.keys(value)[0] as keyof typeof types]
}

function writeValue(value: SentValue, parts: Buffer[]): void {
  if ('bool' in value) parts.push(Buffer.from([value.bool ? 1 : 0]))
  else if ('i32' in value) parts.push(int32(value.i32))
  else if ('string' in value) parts.push(text(value.string))
  else if ('struct' in value) writeStruct(value.struct, parts)
  else if ('i16' in value) {
    const bytes = Buffer.alloc(2)
    bytes.writeInt16BE(value.i16, 0)
    parts.push(bytes)
  } else if ('i64' in value) {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(value.i64, 0)
    parts.push(bytes)
  } else {
    parts.push(Buffer.from([types.string, types.string]), int32(value.map.length))
    for (const pair of value.map) for (const each of pair) parts.push(text(each))
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0, 0)
  return bytes
}

function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string)
  return Buffer.concat([int32(bytes.length), bytes])
}

/** The server understood the call as a program, but not what it says. */
export class ThriftException extends Error {}

const maxDepth = 20
/** Elements of all lists of an answer: each costs memory here, however small it is on the wire. */
const maxElements = 2_000_000

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
  #elements = 0
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
    if (depth > maxDepth) throw new WireFault('The server sent an answer that is nested too deeply.')
    const fields = new Map<number, ThriftValue>()
    for (;;) {
      const type = (await this.#fixed(1))[0] as number
      if (type === types.stop) return fields
      const id = (await this.#fixed(2)).readInt16BE(0)
      this.#count(1)
      fields.set(id, await this.#value(type, depth))
    }
  }

  async #value(type: number, depth: number): Promise<ThriftValue> {
    switch (type) {
      case types.string:
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
        if (length === undefined) throw new WireFault('The server sent a value of a type that is not known.')
        return fixedValue(type, await this.#fixed(length))
      }
    }
  }

  async #list(depth: number): Promise<readonly ThriftValue[]> {
    const type = (await this.#fixed(1))[0] as number
    const count = await this.int32()
    this.#count(count)
    if (depth > maxDepth) throw new WireFault('The server sent an answer that is nested too deeply.')
    const list: ThriftValue[] = []
    const length = fixedLengths[type]
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
    this.#count(count)
    const pairs: [ThriftValue, ThriftValue][] = []
    for (let at = 0; at < count; at++) {
      pairs.push([await this.#value(key as number, depth), await this.#value(value as number, depth)])
    }
    return pairs
  }

  #count(elements: number): void {
    this.#elements += elements
    if (elements < 0 || this.#elements > maxElements)
      throw new WireFault('The server sent an answer with too many parts.')
  }
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
