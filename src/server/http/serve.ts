import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { Clean, Clone } from 'typebox/value'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { ownBodyLimit, refuseUnstorable } from './body-parsers.ts'
import { reader } from './reader.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the caller; null when not signed in. Identity sets it before any handler runs. */
    actor: Actor | null
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
export interface Served {
  params: unknown
  query: unknown
  body: unknown
  /** `replied` when the handler sent the reply itself */
  answer: unknown
}

export interface RequestContext<E extends EndpointSpec> {
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
        reply.header('content-type', 'application/json; charset=utf-8')
        return reply.send(JSON.stringify(filterReply(endpoint.reply, answer)))
      },
    })
  }
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
  if (actor.kind !== 'user' && endpoint.acceptsQueryKey !== true) throw refuse('auth.required')
  if (endpoint.access === 'signed-in') return
  if (!endpoint.access.some((permission) => hasPermission(actor, permission))) throw refuse('auth.forbidden')
}

/** Only declared fields leave the server. Clean changes in place, so it works on a copy. */
function filterReply(schema: TSchema, answer: unknown): unknown {
  return Clean(schema, Clone(answer))
}
