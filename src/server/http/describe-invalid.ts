import type { TSchema } from 'typebox'

/** The parts of a validator error that are used here. */
export interface ValidationError {
  instancePath: string
  schemaPath: string
  keyword: string
  message: string
  params: object
}

/** Names the wrong field and what it expects. `errors`: all errors of one value. */
export function describeInvalid(
  schema: TSchema,
  errors: readonly ValidationError[],
): { reason: string; field: string } {
  const [first] = errors
  if (first === undefined) return { reason: 'The request is not valid.', field: '' }
  const choice = /^(.*?)\/anyOf\/\d+/.exec(first.schemaPath)?.[1]
  if (choice !== undefined) return describeChoice(schema, errors, choice)
  const path = first.instancePath.split('/').slice(1).map(unescaped)
  const missing = (first.params as { requiredProperties?: string[] }).requiredProperties?.[0]
  if (missing !== undefined) path.push(missing)
  const field = path.join('.') || 'body'
  return {
    field,
    reason: `${field}: ${missing === undefined ? requireOf(first) : 'this field is required'}.`,
  }
}

/** Describes an error in a union: the value either matches one branch with an error inside, or matches none. */
function describeChoice(schema: TSchema, errors: readonly ValidationError[], at: string) {
  const within = errors.filter(({ schemaPath }) => schemaPath.startsWith(`${at}/anyOf/`))
  const place = within
    .map(({ instancePath }) => instancePath)
    .reduce((one, other) => (other.length < one.length ? other : one))
  const branches = branchesAt(schema, at)
  for (const number of branches.keys()) {
    const prefix = `${at}/anyOf/${number}`
    const own = within.filter(
      ({ schemaPath }) => schemaPath === prefix || schemaPath.startsWith(`${prefix}/`),
    )
    const isNone = own.some((error) => error.instancePath === place && kinds.has(error.keyword))
    if (own.length > 0 && !isNone) {
      // relative to the branch, so that nested unions are described too
      const inside = own.map((error) => ({
        ...error,
        schemaPath: `#${error.schemaPath.slice(prefix.length)}`,
      }))
      return describeInvalid(branches[number] as TSchema, inside)
    }
  }
  const field = place.split('/').slice(1).map(unescaped).join('.') || 'body'
  return { field, reason: `${field}: must be ${listed(branches.flatMap(expectedBy))}.` }
}

/** Errors that rule out a branch of a union. */
const kinds = new Set(['type', 'const', 'enum'])

interface Branch {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  maxLength?: number
  anyOf?: TSchema[]
}

function expectedBy(schema: TSchema): string[] {
  const { type, const: only, enum: some, maxLength, anyOf } = schema as Branch
  if (only !== undefined) return [String(only)]
  if (some !== undefined) return some.map(String)
  if (anyOf !== undefined) return anyOf.flatMap(expectedBy)
  if (type === 'string' && maxLength !== undefined) return [`string of at most ${maxLength} characters`]
  return type === undefined ? [] : [type]
}

function branchesAt(schema: TSchema, path: string): TSchema[] {
  const steps = path.split('/').slice(1).map(unescaped)
  const found = steps.reduce<unknown>((at, step) => Object(at)[step], schema)
  return (found as { anyOf: TSchema[] }).anyOf
}

function requireOf({ keyword, message, params }: ValidationError): string {
  const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown[] }
  if (keyword === 'const') return `must be ${String(allowedValue)}`
  if (keyword === 'enum') return `must be ${listed((allowedValues ?? []).map(String))}`
  // the schema behind an undeclared field
  if (keyword === 'boolean') return 'this field is not known'
  return message
}

function listed(choices: readonly string[]): string {
  if (choices.length <= 2) return choices.join(' or ')
  return `one of ${choices.join(', ')}`
}

/** JSON pointers escape `~` and `/` as `~0` and `~1`. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
