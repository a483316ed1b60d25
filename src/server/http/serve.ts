import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { ownBodyLimit, refuseUnstorable } from './body-parsers.ts'
import { describeInvalid } from './describe-invalid.ts'
import { filterReply } from './filter-reply.ts'
import { requireStanding } from './standing.ts'

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

declare module 'fastify' {
  interface FastifyRequest {
    /** the caller; null when not signed in. Identity sets it before any handler runs. */
    actor: Actor | null
    /** the session is that of a user who has to set up a second factor first */
    lacksSecondFactor: boolean
    /** set by `serve`, for hooks that run after the reply (audit) */
    served?: Served
    /** the values before a change, for events that record them */
    previously?: Readonly<Record<string, unknown>>
  }
  interface FastifyContextConfig {
    endpoint?: EndpointSpec
  }
}

/** The validated input of a handler, and its answer. */
interface Served {
  params: unknown
  query: unknown
  body: unknown
  /** `replied` when the handler sent the reply itself */
  answer: unknown
}

interface RequestContext<E extends EndpointSpec> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  actor: E['access'] extends 'anyone' ? Actor | null : Actor
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler returns when it sent the reply itself (streams, redirects, 204). */
export interface Replied {
  readonly replied: true
}
export const replied: Replied = { replied: true }

type Handler<E extends EndpointSpec> = (
  context: RequestContext<E>,
) => Promise<ReplyOf<E> | Replied> | ReplyOf<E> | Replied

/**
 * Binds an endpoint to its handler: permission strings, validation of params, query and body, and the reply filter
 * all come from the declaration. Curried, because TypeScript otherwise widens literals in async replies.
 */
export function serve<const E extends EndpointSpec>(
  app: FastifyInstance,
  endpoint: E,
  config: FastifyContextConfig = {},
): (handler: Handler<E>) => void {
  const readParams = reader(endpoint.params, 'path', { convert: true })
  const readQuery = reader(endpoint.query, 'query', { convert: true })
  const readBody = reader(endpoint.body, 'body', {
    convert: false,
    optional: endpoint.bodyOptional === true,
    refuseUnknown: endpoint.unknownKeys === 'refuse',
  })
  const showsSecrets = mentionsSecrets(endpoint.reply)
  const bodyLimit = ownBodyLimit({ ...config, endpoint })
  return (handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { ...config, endpoint },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      // before the body is read, so that anonymous callers cannot make us parse megabytes
      onRequest: async (request) => requireAccess(endpoint, request),
      handler: async (request, reply) => {
        requireStorable(request.query)
        const params = readParams(request.params) as ParamsOf<E>
        const query = readQuery(request.query) as QueryOf<E>
        const body = readBody(request.body) as BodyOf<E>
        const actor = request.actor as RequestContext<E>['actor']
        const answer = await handler({ params, query, body, actor, request, reply })
        request.served = { params, query, body, answer }
        if (answer === replied) return reply
        // the session or key may have ended while the handler read what replaced it
        if (showsSecrets && endpoint.access !== 'anyone') await requireStanding(request)
        reply.header('content-type', 'application/json; charset=utf-8')
        return reply.send(JSON.stringify(filterReply(endpoint.reply, answer)))
      },
    })
  }
}

const secretFields: ReadonlySet<string> = new Set([
  ...['api_key', 'public_url', 'invite_link', 'reset_link', 'secret', 'recovery_codes'],
])

/** Does a reply with this schema hold a key or a link that opens something? */
export function mentionsSecrets(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some(mentionsSecrets)
  const { properties = {}, ...rest } = schema as { properties?: object }
  if (Object.keys(properties).some((name) => secretFields.has(name))) return true
  return [...Object.values(properties), ...Object.values(rest)].some(mentionsSecrets)
}

/** Checks all arguments: some handlers read arguments with free names (`p_…`) themselves. */
function requireStorable(query: unknown): void {
  const unstorable = refuseUnstorable(query)
  if (unstorable !== null) throw unstorable
}

function requireAccess(endpoint: EndpointSpec, request: FastifyRequest): void {
  if (endpoint.access === 'anyone') return
  const { actor } = request
  if (actor === null) throw refuse('auth.required')
  if (actor.kind === 'query_key' && endpoint.acceptsQueryKey !== true) throw refuse('auth.required')
  if (actor.kind === 'dashboard_token' && endpoint.acceptsDashboardToken !== true)
    throw refuse('auth.required')
  if (request.lacksSecondFactor && endpoint.isForEnrolment !== true) throw refuse('auth.second_factor_needed')
  if (endpoint.access === 'signed-in') return
  if (!endpoint.access.some((permission) => hasPermission(actor, permission))) throw refuse('auth.forbidden')
}
