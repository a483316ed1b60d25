import { constants, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { QueryFailed } from '../../../connector-errors.ts'
import { isObject } from './log-table.ts'

/** A block of rows once it is unpacked. */
const maxBlock = 64_000_000
/** Limit of values in one file: values of some types take no bytes, so the size of the file does not bound their number. */
const maxValues = 20_000_000
const maxDepth = 40

type AvroSchema = string | AvroSchema[] | { [key: string]: unknown }

/** Reads the records of an Avro object container file, which begins with its schema. Throws QueryFailed. */
export function* readAvro(bytes: Buffer): Generator<Record<string, unknown>> {
  try {
    yield* records(bytes)
  } catch (error) {
    if (error instanceof QueryFailed) throw error
    throw damaged((error as Error).message, error)
  }
}

function damaged(why: string, cause?: unknown): QueryFailed {
  return new QueryFailed(`A file of Avro is damaged: ${why}`, { cause })
}

const headSchema: AvroSchema = { type: 'map', values: 'bytes' }
const syncLength = 16

function* records(bytes: Buffer): Generator<Record<string, unknown>> {
  if (bytes.toString('latin1', 0, 4) !== 'Obj\u0001') throw damaged('it does not begin as one.')
  const budget = { values: maxValues }
  const head = avroReader(bytes, 4, budget)
  const notes = head.read(headSchema, new Map(), 0) as Record<string, Buffer>
  const codec = notes['avro.codec']?.toString() ?? 'null'
  const schema: AvroSchema = JSON.parse(notes['avro.schema']?.toString() ?? 'null')
  const names = new Map<string, AvroSchema>()
  collectNames(schema, names, 0)
  let at = head.at() + syncLength
  const sync = bytes.subarray(head.at(), at)
  while (at < bytes.length) {
    const block = avroReader(bytes, at, budget)
    const count = block.long()
    const size = block.long()
    const start = block.at()
    at = start + size + syncLength
    if (count < 0 || size < 0 || at > bytes.length) throw damaged('a block is too long.')
    if (!bytes.subarray(start + size, at).equals(sync)) throw damaged('a block ends in another place.')
    const rows = avroReader(unpacked(bytes.subarray(start, start + size), codec), 0, budget)
    for (let left = count; left > 0; left--) {
      const row = rows.read(schema, names, 0)
      if (!isObject(row)) throw damaged('it has no records.')
      yield row
    }
  }
}

function unpacked(block: Buffer, codec: string): Buffer {
  const options = { maxOutputLength: maxBlock }
  switch (codec) {
    case 'null':
      return block
    case 'deflate':
      return inflateRawSync(block, { ...options, finishFlush: constants.Z_FINISH })
    case 'zstandard':
      return zstdDecompressSync(block, options)
    default:
      throw new QueryFailed(`A file of Avro is packed with ${codec}. Null, deflate and zstandard are read.`)
  }
}

/** Collects named types: later parts of the schema refer to them by name. */
function collectNames(schema: AvroSchema, names: Map<string, AvroSchema>, depth: number): void {
  if (depth > maxDepth) throw damaged('its schema is nested too deeply.')
  if (Array.isArray(schema)) for (const each of schema) collectNames(each, names, depth + 1)
  if (!isObject(schema)) return
  if (typeof schema['name'] === 'string') {
    names.set(schema['name'], schema)
    if (typeof schema['namespace'] === 'string') names.set(`${schema['namespace']}.${schema['name']}`, schema)
  }
  for (const inner of [schema['items'], schema['values'], schema['type']])
    if (typeof inner === 'object' && inner !== null) collectNames(inner as AvroSchema, names, depth + 1)
  for (const field of fieldsOf(schema)) collectNames(field.type, names, depth + 1)
}

function fieldsOf(schema: Record<string, unknown>): { name: string; type: AvroSchema }[] {
  const { fields } = schema
  return Array.isArray(fields) ? fields : []
}

function avroReader(bytes: Buffer, start: number, budget: { values: number }) {
  let at = start
  /** a size or count as a number; other longs stay texts, so that no digit is lost */
  const long = (): number => {
    const value = big()
    if (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER)
      throw damaged('a length is none.')
    return Number(value)
  }
  const big = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return (value >> 1n) ^ -(value & 1n)
    }
    throw damaged('a number is too long.')
  }
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > bytes.length) throw damaged('it ends too early.')
    at += length
    return bytes.subarray(at - length, at)
  }
  /** blocks of items; a negative count is followed by the length of the block */
  const blocks = (item: () => void) => {
    for (let count = long(); count !== 0; count = long()) {
      if (count < 0) {
        count = -count
        long()
      }
      if (count > budget.values) throw damaged('it has too many values.')
      for (let left = count; left > 0; left--) item()
    }
  }
  const read = (schema: AvroSchema, names: ReadonlyMap<string, AvroSchema>, depth: number): unknown => {
    if (--budget.values < 0) throw damaged('it has too many values.')
    if (depth > maxDepth) throw damaged('it is nested too deeply.')
    const inner = (type: AvroSchema) => read(type, names, depth + 1)
    if (Array.isArray(schema)) {
      const choice = schema[long()]
      if (choice === undefined) throw damaged('a value has a type that is none of its own.')
      return inner(choice)
    }
    const type = typeof schema === 'string' ? schema : schema['type']
    switch (type) {
      case 'null':
        return null
      case 'boolean':
        return take(1)[0] === 1
      case 'int':
      case 'long': {
        const value = big()
        return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
      }
      case 'float':
        return take(4).readFloatLE()
      case 'double':
        return take(8).readDoubleLE()
      case 'bytes':
        return take(long())
      case 'string':
        return take(long()).toString()
    }
    if (isObject(schema)) {
      switch (type) {
        case 'fixed':
          return take(Number(schema['size']))
        case 'enum':
          return long()
        case 'record':
          return Object.fromEntries(fieldsOf(schema).map((field) => [field.name, inner(field.type)]))
        case 'array': {
          const items: unknown[] = []
          blocks(() => items.push(inner(schema['items'] as AvroSchema)))
          return items
        }
        case 'map': {
          const entries: [string, unknown][] = []
          blocks(() => entries.push([take(long()).toString(), inner(schema['values'] as AvroSchema)]))
          return Object.fromEntries(entries)
        }
      }
      if (typeof type === 'object' && type !== null) return inner(type as AvroSchema)
    }
    const named = names.get(String(type))
    if (named === undefined || named === schema) throw damaged(`it has the unknown type ${String(type)}.`)
    return inner(named)
  }
  return { at: () => at, long, read }
}
