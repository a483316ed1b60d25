import { types, version } from './thrift-codec.ts'

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

const call = 1

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
