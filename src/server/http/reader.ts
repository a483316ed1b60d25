import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { refuseUnstorable } from './body-parsers.ts'
import { describeInvalid } from './describe-invalid.ts'

interface ReaderOptions {
  /** path and query arrive as text */
  convert: boolean
  optional?: boolean
  refuseUnknown?: boolean
}

/** Reads one part of a request: drops or refuses unknown keys; refuses wrong types and names the field. */
export function reader(schema: TSchema | undefined, part: 'path' | 'query' | 'body', options: ReaderOptions) {
  if (schema === undefined) return () => undefined
  // compiled at the first request: a process serves only some of its endpoints
  let compiled: ReturnType<typeof Compile> | undefined
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  const known = new Set(Object.keys(properties))
  const isList = (schema as { type?: string }).type === 'array'
  return (given: unknown): unknown => {
    compiled ??= Compile(schema)
    const check = compiled
    let value: unknown = given
    if (value === undefined || value === null) {
      if (part === 'body' && options.optional !== true) throw refuse('request.malformed')
      value = {}
    }
    if (isList) return readList(value, schema, check)
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw refuse('request.invalid', { reason: phrase('The {part} must be a JSON object.', { part }) })
    }
    const own: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(value as Record<string, unknown>)) {
      if (known.has(key)) own[key] = options.convert ? readNumber(field, properties[key]?.type) : field
      else if (options.refuseUnknown) {
        throw refuse('request.invalid', {
          reason: phrase('{field}: this field is not known.', { field: key }),
          field: key,
        })
      }
    }
    // bodies were checked when they were parsed, query arguments before the handler
    const unstorable = part === 'path' ? refuseUnstorable(own) : null
    if (unstorable === null && check.Check(own)) return own
    // a path that cannot exist is 404, like an id that does not exist
    if (part === 'path') throw refuse('not_found')
    throw refuse('request.invalid', describeInvalid(schema, check.Errors(own)))
  }
}

/** Reads a body that is a list. Its items keep undeclared keys. */
function readList(value: unknown, schema: TSchema, check: ReturnType<typeof Compile>): unknown {
  if (!Array.isArray(value))
    throw refuse('request.invalid', { reason: phrase('The body must be a JSON array.') })
  if (check.Check(value)) return value
  throw refuse('request.invalid', describeInvalid(schema, check.Errors(value)))
}

/** Converts the text of a path segment or query argument. Other text than a plain number stays as it is and fails the check. */
function readNumber(field: unknown, type: string | undefined): unknown {
  if (typeof field !== 'string' || (type !== 'integer' && type !== 'number')) return field
  return /^-?\d+(\.\d+)?$/.test(field) ? Number(field) : field
}
