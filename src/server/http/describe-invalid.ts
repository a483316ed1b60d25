import type { TSchema } from 'typebox'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'

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
): { reason: Phrase; field: string } {
  const [first] = errors
  if (first === undefined) return { reason: phrase('The request is not valid.'), field: '' }
  const choice = /^(.*?)\/anyOf\/\d+/.exec(first.schemaPath)?.[1]
  if (choice !== undefined) return describeChoice(schema, errors, choice)
  const path = first.instancePath.split('/').slice(1).map(unescaped)
  const missing = (first.params as { requiredProperties?: string[] }).requiredProperties?.[0]
  if (missing !== undefined) path.push(missing)
  const field = path.join('.') || 'body'
  return {
    field,
    reason:
      missing === undefined
        ? phrase('{field}: {rule}.', { field, rule: ruleOf(first) })
        : phrase('{field}: this field is required.', { field }),
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
  return { field, reason: phrase('{field}: {rule}.', { field, rule: oneOf(branches.flatMap(expectedBy)) }) }
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

function expectedBy(schema: TSchema): (string | Phrase)[] {
  const { type, const: only, enum: some, maxLength, anyOf } = schema as Branch
  if (only !== undefined) return [String(only)]
  if (some !== undefined) return some.map(String)
  if (anyOf !== undefined) return anyOf.flatMap(expectedBy)
  if (type === 'string' && maxLength !== undefined) {
    return [phrase('string of at most {count} characters', { count: maxLength })]
  }
  return type === undefined ? [] : [type]
}

function branchesAt(schema: TSchema, path: string): TSchema[] {
  const steps = path.split('/').slice(1).map(unescaped)
  const found = steps.reduce<unknown>((at, step) => Object(at)[step], schema)
  return (found as { anyOf: TSchema[] }).anyOf
}

/** The parameters of a validator error, as far as sentences name them. */
interface RuleParams {
  allowedValue?: unknown
  allowedValues?: unknown[]
  type?: string | string[]
  limit?: number
  comparison?: string
  pattern?: string
}

/** The rule that the value breaks, worded as by the validator. */
function ruleOf({ keyword, message, params }: ValidationError): Phrase {
  const {
    allowedValue,
    allowedValues = [],
    type = [],
    limit = 0,
    comparison = '',
    pattern,
  } = params as RuleParams
  switch (keyword) {
    case 'const':
      return phrase('must be {choice}', { choice: String(allowedValue) })
    case 'enum':
      return oneOf(allowedValues.map(String))
    // the schema behind an undeclared field
    case 'boolean':
      return phrase('this field is not known')
    case 'type':
      return typeof type === 'string'
        ? phrase('must be {choice}', { choice: type })
        : phrase('must be either {choices}', { choices: type.join(' or ') })
    case 'minimum':
    case 'maximum':
      return phrase('must be {comparison} {limit}', { comparison, limit })
    case 'minLength':
      return phrase('must not have fewer than {count} characters', { count: limit })
    case 'maxLength':
      return phrase('must not have more than {count} characters', { count: limit })
    case 'minItems':
      return phrase('must not have fewer than {count} items', { count: limit })
    case 'maxItems':
      return phrase('must not have more than {count} items', { count: limit })
    case 'pattern':
      // an expression means nothing to a person who has left a field blank
      return pattern === '\\S' ? phrase('must not be blank') : phrase('{rule}', { rule: message })
    default:
      return phrase('{rule}', { rule: message })
  }
}

function oneOf(choices: readonly (string | Phrase)[]): Phrase {
  const [first = '', second] = choices
  if (second === undefined) return phrase('must be {choice}', { choice: first })
  if (choices.length === 2) return phrase('must be {first} or {second}', { first, second })
  const list = choices
    .slice(1)
    .reduce<string | Phrase>((before, choice) => phrase('{before}, {choice}', { before, choice }), first)
  return phrase('must be one of {choices}', { choices: list })
}

/** JSON pointers escape `~` and `/` as `~0` and `~1`. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
