import { QueryFailed } from '../connector-errors.ts'
import type { WireBudget } from '../wire-budget.ts'
import { WireFault } from '../wire-fault.ts'
import type { CqlStream } from './cql-stream.ts'

/** A type of CQL: what its bytes mean. */
export type CqlType =
  | { kind: SimpleKind }
  | { kind: 'list'; element: CqlType }
  | { kind: 'map'; key: CqlType; value: CqlType }
  | { kind: 'tuple'; elements: readonly CqlType[] }
  | { kind: 'udt'; fields: readonly { name: string; type: CqlType }[] }
  | { kind: 'vector'; element: CqlType; size: number }

export type SimpleKind = (typeof simpleKinds)[number]
const simpleKinds = [
  ...([
    'text',
    'bigint',
    'blob',
    'boolean',
    'decimal',
    'double',
    'float',
    'int',
    'timestamp',
    'uuid',
  ] as const),
  ...(['varint', 'inet', 'date', 'time', 'smallint', 'tinyint', 'duration'] as const),
] as const

const byCode: Readonly<Record<number, SimpleKind>> = {
  ...{ 1: 'text', 2: 'bigint', 3: 'blob', 4: 'boolean', 5: 'bigint', 6: 'decimal' },
  ...{ 7: 'double', 8: 'float', 9: 'int', 11: 'timestamp', 12: 'uuid', 13: 'text' },
  ...{ 14: 'varint', 15: 'uuid', 16: 'inet', 17: 'date', 18: 'time', 19: 'smallint' },
  ...{ 20: 'tinyint', 21: 'duration' },
}

/** Types that a version of the protocol lacks come by the name of their class. */
const byClass: Readonly<Record<string, SimpleKind>> = {
  ...{
    AsciiType: 'text',
    UTF8Type: 'text',
    LongType: 'bigint',
    CounterColumnType: 'bigint',
    BytesType: 'blob',
  },
  ...{ BooleanType: 'boolean', DecimalType: 'decimal', DoubleType: 'double', FloatType: 'float' },
  ...{ Int32Type: 'int', TimestampType: 'timestamp', DateType: 'timestamp', UUIDType: 'uuid' },
  ...{ TimeUUIDType: 'uuid', LexicalUUIDType: 'uuid', IntegerType: 'varint', InetAddressType: 'inet' },
  ...{ SimpleDateType: 'date', TimeType: 'time', ShortType: 'smallint', ByteType: 'tinyint' },
  ...{ DurationType: 'duration' },
}

/** Deeper than any type of a table; a server is not trusted. */
const maxDepth = 50

export async function readType(stream: CqlStream, budget: WireBudget, depth = 0): Promise<CqlType> {
  if (depth > maxDepth) throw new WireFault('The server sent a type that is nested too deeply.')
  budget.spend(1)
  const next = () => readType(stream, budget, depth + 1)
  const code = await stream.short()
  switch (code) {
    case 0x00:
      return parseClass(await stream.text(), budget)
    case 0x20:
    case 0x22:
      return { kind: 'list', element: await next() }
    case 0x21:
      return { kind: 'map', key: await next(), value: await next() }
    case 0x30: {
      await stream.text()
      await stream.text()
      const fields: { name: string; type: CqlType }[] = []
      const count = await stream.short()
      for (let field = 0; field < count; field++) {
        const name = await stream.text()
        budget.spend(1, name.length)
        fields.push({ name, type: await next() })
      }
      return { kind: 'udt', fields }
    }
    case 0x31: {
      const elements: CqlType[] = []
      const count = await stream.short()
      for (let element = 0; element < count; element++) elements.push(await next())
      return { kind: 'tuple', elements }
    }
    default: {
      const kind = byCode[code]
      if (kind === undefined)
        throw new QueryFailed(`The server sent a column of a type that is not known (number ${code}).`)
      return { kind }
    }
  }
}

/** `org.apache.cassandra.db.marshal.MapType(…,…)`. A class that is not known is a blob. */
export function parseClass(name: string, budget: WireBudget): CqlType {
  let at = 0
  const accept = (sign: string) => {
    while (name[at] === ' ') at++
    if (name[at] !== sign) return false
    at++
    return true
  }
  const word = () => {
    while (name[at] === ' ') at++
    const from = at
    while (at < name.length && !'(),: '.includes(name[at] as string)) at++
    return name.slice(from, at)
  }
  const type = (depth: number): CqlType => {
    if (depth > maxDepth) throw new WireFault('The server sent a type that is nested too deeply.')
    budget.spend(1)
    const short = word().replace(/^.*\./, '')
    const inner: CqlType[] = []
    const words: string[] = []
    const fields: { name: string; type: CqlType }[] = []
    if (accept('(')) {
      while (!accept(')')) {
        if (at >= name.length) throw new WireFault('The server sent a type that has no end.')
        const from = at
        const before = word()
        if (accept(':'))
          fields.push({ name: Buffer.from(before, 'hex').toString('utf8'), type: type(depth + 1) })
        else if (/^\d+$/.test(before) || (short === 'UserType' && words.length < 2)) words.push(before)
        else {
          at = from
          inner.push(type(depth + 1))
        }
        accept(',')
        // a sign that belongs nowhere
        if (at === from) throw new WireFault('The server sent a type that is not one.')
      }
    }
    return typeOf(short, inner, words, fields)
  }
  return type(0)
}

function typeOf(
  name: string,
  inner: readonly CqlType[],
  words: readonly string[],
  fields: readonly { name: string; type: CqlType }[],
): CqlType {
  const blob: CqlType = { kind: 'blob' }
  const [first = blob, second = blob] = inner
  switch (name) {
    case 'FrozenType':
    case 'ReversedType':
      return first
    case 'ListType':
    case 'SetType':
      return { kind: 'list', element: first }
    case 'MapType':
      return { kind: 'map', key: first, value: second }
    case 'TupleType':
      return { kind: 'tuple', elements: inner }
    case 'UserType':
      return { kind: 'udt', fields }
    case 'VectorType':
      return { kind: 'vector', element: first, size: Number(words[0] ?? 0) }
    default:
      return { kind: byClass[name] ?? 'blob' }
  }
}
