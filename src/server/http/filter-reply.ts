import type { TSchema } from 'typebox'
import { Clean, Clone } from 'typebox/value'

interface Known {
  type?: string
  anyOf?: TSchema[]
  allOf?: TSchema[]
  items?: TSchema | TSchema[]
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  additionalProperties?: unknown
}

/**
 * Only declared fields leave the server. Copies what has declared fields, and passes free-form parts on as they are:
 * stored options have up to 50,000 parts each, and copying those of one list took longer than everything else.
 */
export function filterReply(schema: TSchema, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || isFree(schema)) return answer
  const known = schema as Known
  if (known.anyOf !== undefined) return ofUnion(schema, known.anyOf, answer)
  if (known.type === 'array' && !Array.isArray(known.items) && Array.isArray(answer)) {
    const { items } = known
    return items === undefined ? answer : answer.map((item) => filterReply(items, item))
  }
  const { properties } = known
  const isPlain =
    properties !== undefined &&
    known.allOf === undefined &&
    known.patternProperties === undefined &&
    known.additionalProperties === undefined
  return isPlain && !Array.isArray(answer) ? ofObject(properties, answer) : cleaned(schema, answer)
}

function ofObject(properties: Record<string, TSchema>, answer: object): Record<string, unknown> {
  const fields = Object.entries(answer).filter(([key]) => Object.hasOwn(properties, key))
  return Object.fromEntries(
    fields.map(([key, field]) => [key, filterReply(properties[key] as TSchema, field)]),
  )
}

/** `Nullable` has one variant with fields. Where there are more, the library decides which one it is. */
function ofUnion(schema: TSchema, variants: readonly TSchema[], answer: object): unknown {
  const [variant, ...others] = variants.filter((each) => !isPrimitive(each))
  return variant !== undefined && others.length === 0 ? filterReply(variant, answer) : cleaned(schema, answer)
}

const primitives: readonly unknown[] = ['null', 'string', 'number', 'integer', 'boolean']

function isPrimitive(schema: TSchema): boolean {
  return primitives.includes((schema as Known).type) || 'const' in schema
}

/** Anything, or an object of anything. */
function isFree(schema: TSchema): boolean {
  const { type, patternProperties, properties } = schema as Known
  if (patternProperties !== undefined)
    return type === 'object' && properties === undefined && Object.values(patternProperties).every(isFree)
  return Object.keys(schema).every((key) => key.startsWith('~'))
}

/** The library changes in place, so it works on a copy. */
function cleaned(schema: TSchema, answer: unknown): unknown {
  return Clean(schema, Clone(answer))
}
