import type { FastifyRequest } from 'fastify'
import { refuse } from '#shared/errors/refusal.ts'
import type { EndpointSpec } from '#shared/http/endpoint.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  hasScope,
  type KeyLimits,
  type KeyScope,
  permissionsOfKey,
  scopeOf,
} from '#shared/permissions/key-scope.ts'

/** The user with the limits of their key. */
export function withLimits(actor: Actor, { scopes, data_source_ids }: KeyLimits): Actor {
  const key = { scopes, data_source_ids }
  return { ...actor, permissions: permissionsOfKey(key, actor.permissions), key }
}

/** The only place that checks scopes: for every route that a key opens. */
export function requireScope({ actor, routeOptions, is404 }: FastifyRequest): void {
  if (actor?.key === undefined || is404) return
  const { endpoint, scope }: { endpoint?: EndpointSpec; scope?: KeyScope } = routeOptions.config
  const needed = endpoint === undefined ? scope : scopeOf(endpoint)
  if (needed === undefined) throw refuse('auth.forbidden')
  if (!hasScope(actor.key, needed)) throw refuse('auth.scope_missing', { scope: needed })
}
