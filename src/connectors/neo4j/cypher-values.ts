import { QueryFailed } from '../connector-errors.ts'

interface Typed {
  $type?: unknown
  _value?: unknown
}

/** Nested deeper than this, a value is refused: reading is recursive. */
const maxDepth = 200

/** A value with its type (`{"$type": "Integer", "_value": "1"}`) as JSON text. Throws QueryFailed. */
export function jsonOfTyped(value: unknown, depth = 0): string {
  if (depth > maxDepth) throw new QueryFailed('A value of the result is nested too deeply.')
  const { $type: type, _value: inner } = (value ?? {}) as Typed
  switch (type) {
    case 'Null':
      return 'null'
    case 'Boolean':
      return inner === true || inner === 'true' ? 'true' : 'false'
    case 'Integer':
      return number(inner, /^-?\d+$/)
    case 'Float':
      return /^(?:NaN|[+-]?Infinity)$/.test(String(inner))
        ? 'null'
        : number(inner, /^-?\d+(?:\.\d+)?(?:E-?\d+)?$/i)
    case 'OffsetDateTime':
    case 'ZonedDateTime':
      return JSON.stringify(moment(String(inner)))
    case 'List':
    case 'Path':
      return `[${listOf(inner).map((item) => jsonOfTyped(item, depth + 1))}]`
    case 'Map':
      return mapOf(inner, depth)
    case 'Node':
    case 'Relationship':
      return entityOf(inner, depth)
    default:
      // dates, times without a zone, durations, points, bytes
      if (typeof inner === 'string') return JSON.stringify(inner)
      throw new QueryFailed(`The server sent a value of an unknown type: ${JSON.stringify(type)}.`)
  }
}

function number(inner: unknown, form: RegExp): string {
  const text = String(inner)
  if (form.test(text)) return text
  throw new QueryFailed(`The server sent ${JSON.stringify(text.slice(0, 50))} as a number.`)
}

/** The name of a zone behind its offset, and seconds that are left out when they are none. */
function moment(text: string): string {
  return text.replace(/\[[^\]]*\]$/, '').replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=Z|[+-])/, '$1:00')
}

function listOf(inner: unknown): unknown[] {
  if (Array.isArray(inner)) return inner
  throw new QueryFailed('The server sent a list that is none.')
}

function mapOf(inner: unknown, depth: number): string {
  const members = Object.entries((inner ?? {}) as Record<string, unknown>).map(
    ([name, each]) => `${JSON.stringify(name)}:${jsonOfTyped(each, depth + 1)}`,
  )
  return `{${members.join(',')}}`
}

/** A node or a relationship: its labels or its type, its ends, and its properties. */
function entityOf(inner: unknown, depth: number): string {
  const entity = (inner ?? {}) as Record<string, unknown>
  const members = Object.entries(entity).flatMap(([name, each]) => {
    if (name === '_properties') return [`"properties":${mapOf(each, depth)}`]
    return [`${JSON.stringify(name.replace(/^_/, ''))}:${JSON.stringify(each)}`]
  })
  return `{${members.join(',')}}`
}
