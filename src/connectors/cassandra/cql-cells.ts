import { isUtf8 } from 'node:buffer'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { CellEncoder, SinkColumn } from '../connector.ts'
import { QueryFailed } from '../connector-errors.ts'
import { maxRowLength, rowTooLarge } from '../result-limits.ts'
import { simpleJson } from './cql-simple-cells.ts'
import type { CqlType } from './cql-types.ts'

const columnTypes: Partial<Record<CqlType['kind'], ColumnType>> = {
  ...{ int: 'integer', bigint: 'integer', smallint: 'integer', tinyint: 'integer', varint: 'integer' },
  ...{ decimal: 'float', double: 'float', float: 'float', boolean: 'boolean' },
  ...{ timestamp: 'datetime', date: 'date' },
}

export function cqlColumn(name: string, type: CqlType): SinkColumn {
  return { name, type: columnTypes[type.kind] ?? 'string', encode: encoderOf(type) }
}

function encoderOf(type: CqlType): CellEncoder {
  if (!isNested(type)) return (cell) => simpleJson(type.kind, cell as Buffer, false)
  const encode: CellEncoder = (cell) => {
    const steps = jsonOf(type, cell as Buffer, { length: 0, steps: 0 })
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) return value
    }
  }
  encode.inSteps = (cell) => jsonOf(type, cell as Buffer, { length: 0, steps: 0 })
  return encode
}

type NestedType = Exclude<CqlType, { kind: Parameters<typeof simpleJson>[0] }>

function isNested(type: CqlType): type is NestedType {
  return 'element' in type || 'key' in type || 'elements' in type || 'fields' in type
}

interface Work {
  /** of the JSON so far */
  length: number
  steps: number
}

/** A few milliseconds of work. */
const stepElements = 5000

/** JSON text of a value that consists of others; numbers in it that readers of JSON would round are texts. */
function* jsonOf(type: CqlType, bytes: Buffer, work: Work): Generator<void, string> {
  if (!isNested(type)) return simpleJson(type.kind, bytes, true)
  const parts: string[] = []
  const add = (text: string) => {
    work.length += text.length + 1
    if (work.length > maxRowLength) throw new QueryFailed(rowTooLarge)
    parts.push(text)
  }
  for (const { name, type: inner, value } of membersOf(type, bytes)) {
    if (++work.steps % stepElements === 0) yield
    const json = value === null ? 'null' : yield* jsonOf(inner, value, work)
    if (name === null) add(json)
    else if (typeof name === 'string') add(`${JSON.stringify(name)}:${json}`)
    else add(`${keyText(yield* jsonOf(name.type, name.value, work))}:${json}`)
  }
  const isObject = type.kind === 'map' || type.kind === 'udt'
  return isObject ? `{${parts.join(',')}}` : `[${parts.join(',')}]`
}

/** Keys of JSON are texts. */
function keyText(json: string): string {
  return json.startsWith('"') ? json : JSON.stringify(json)
}

interface Member {
  /** null: it has none; of a map, a value too */
  name: string | { type: CqlType; value: Buffer } | null
  type: CqlType
  value: Buffer | null
}

function* membersOf(type: NestedType, bytes: Buffer): Generator<Member> {
  const reader = new Reader(bytes)
  switch (type.kind) {
    case 'list':
      for (let left = reader.count(); left > 0; left--)
        yield { name: null, type: type.element, value: reader.value() }
      break
    case 'map':
      for (let left = reader.count(); left > 0; left--) {
        const key = { type: type.key, value: reader.value() ?? Buffer.alloc(0) }
        yield { name: key, type: type.value, value: reader.value() }
      }
      break
    case 'tuple':
      for (const element of type.elements) yield { name: null, type: element, value: reader.valueIfAny() }
      break
    case 'udt':
      // a value that was written before a field was added lacks it
      for (const { name, type: field } of type.fields) yield { name, type: field, value: reader.valueIfAny() }
      break
    case 'vector': {
      const length = fixedLengths[type.element.kind]
      for (let left = type.size; left > 0; left--)
        yield { name: null, type: type.element, value: reader.raw(length ?? reader.unsigned()) }
      break
    }
  }
  reader.end()
}

/** Elements of these types come without their length. */
const fixedLengths: Partial<Record<CqlType['kind'], number>> = {
  ...{ int: 4, bigint: 8, float: 4, double: 8, boolean: 1, uuid: 16, timestamp: 8 },
}

class Reader {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  raw(length: number): Buffer {
    if (length < 0 || this.#at + length > this.#bytes.length) return malformed()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  count(): number {
    const count = this.raw(4).readInt32BE(0)
    // each has a length of its own
    return count < 0 || count > (this.#bytes.length - this.#at) / 4 ? malformed() : count
  }

  value(): Buffer | null {
    const length = this.raw(4).readInt32BE(0)
    return length < 0 ? null : this.raw(length)
  }

  valueIfAny(): Buffer | null {
    return this.#at === this.#bytes.length ? null : this.value()
  }

  /** A length of variable size: the ones at the beginning of the first byte say how many more there are. */
  unsigned(): number {
    const first = this.raw(1)[0] as number
    const more = Math.clz32(~(first << 24))
    if (more > 4) return malformed()
    let value = first & (0xff >> more)
    for (const byte of this.raw(more)) value = value * 256 + byte
    return value
  }

  end(): void {
    if (this.#at !== this.#bytes.length) malformed()
  }
}

function malformed(): never {
  throw new QueryFailed('The server sent a collection that is not one.')
}

/** UTF-16 units of a cell's JSON, at least; as the feed needs them before the cell is encoded. */
export function jsonLength({ kind }: CqlType, cell: Buffer): number {
  if (kind === 'blob') return cell.length * 2
  // UTF-8 takes up to three bytes for a unit
  if (kind === 'text') return cell.length > 1_000_000 ? textLength(cell) : cell.length
  return cell.length >> 3
}

function textLength(cell: Buffer): number {
  return isUtf8(cell) ? cell.toString('utf8').length : cell.length
}
