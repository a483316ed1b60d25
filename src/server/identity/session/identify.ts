import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireStanding } from '#server/http/index.ts'
import { type Db, hashKey, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { EndpointSpec } from '#shared/http/endpoint.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { KeyScope } from '#shared/permissions/key-scope.ts'
import { findLivingKey, stampUse } from '../api-keys/api-key-store.ts'
import { isScopedKey } from '../api-keys/key-format.ts'
import { requireScope, withLimits } from '../api-keys/key-limits.ts'
import { needsCsrfCookie, requireCsrfToken, setCsrfCookie } from './csrf.ts'
import { prolong, renewCookie, sessionUse, writePause } from './prolong-session.ts'
import { hashToken, newToken, readTokenHash, setSessionCookie } from './session-cookies.ts'
import {
  type ActingUser,
  findActingUser,
  findQueryByKey,
  findUserByKey,
  findUserBySession,
  holdSession,
  insertSession,
  isActing,
  isSession,
  type SessionKind,
  stampActive,
} from './session-store.ts'
import { holdUser } from './user-sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** hash of the session token; null for API keys and anonymous callers */
    cookieSession: Buffer | null
    /** the actor is known by a token that browsers may send automatically, without a session */
    isByToken: boolean
  }
  interface FastifyContextConfig {
    /**
     * `none`: static files, open to all. `key`: a page that only an API key opens, the query's (as `:query_id` in
     * the path) or a user's; sessions are neither read nor prolonged.
     */
    identity?: 'none' | 'key'
    /** of a route without an endpoint: the scope that an API key needs; absent: no key with scopes opens it */
    scope?: KeyScope
    /** `origin`: no token, but the page that posts must be ours */
    csrf?: 'origin'
  }
}

/** The user whom a token names. */
export interface TokenUser {
  userId: number
  /** whether the token still names them */
  stands: (db: Db) => Promise<boolean>
}

/** Answers the user whose token the request carries, or null. Throws sign_in.invalid_jwt. */
export type ReadToken = (request: FastifyRequest) => Promise<TokenUser | null>

/**
 * Identifies the caller before any handler: by an API key, a session, or a JWT (`readToken`). Checks the CSRF
 * token of cookie sessions.
 */
export function addIdentity(app: FastifyInstance, context: ServerContext, readToken: ReadToken): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('stands', null)
  app.decorateRequest('cookieSession', null)
  app.decorateRequest('prolonged', null)
  app.decorateRequest('isByToken', false)
  app.decorateRequest('lacksSecondFactor', false)
  app.addHook('onRequest', async (request, reply) => {
    const { identity } = request.routeOptions.config
    if (identity === 'none') return
    request.actor = await actorOfKey(context, request)
    requireScope(request)
    if (identity === 'key') return
    request.actor ??= await actorOfCookies(context, request, reply)
    request.actor ??= await actorOfToken(context, request, readToken)
  })
  app.addHook('preHandler', async (request) => {
    await requireCsrfToken(context, request)
    // the caller was identified before the body was read, which may take two minutes
    if (hasBody(request)) await requireStandingOrForget(request)
  })
  app.addHook('onSend', (request, reply) => renewCookie(context, request, reply))
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Routes that are open to all continue without the caller. */
async function requireStandingOrForget(request: FastifyRequest): Promise<void> {
  const { endpoint }: { endpoint?: EndpointSpec } = request.routeOptions.config
  if (endpoint !== undefined && endpoint.access !== 'anyone') return await requireStanding(request)
  if (request.stands === null || (await request.stands())) return
  request.actor = null
  request.stands = null
}

/**
 * A user's key takes precedence; the key of a query counts only where the path names that query
 * (docs/reference/api-access.md#identification).
 */
async function actorOfKey(context: ServerContext, request: FastifyRequest): Promise<Actor | null> {
  const key = readApiKey(request)
  if (key === null) return null
  const keyHash = hashKey(key)
  if (isScopedKey(key)) return await actorOfScopedKey(context, request, keyHash)
  const user = await findUserByKey(context.db, keyHash)
  if (user !== null) {
    request.stands = (db = context.db) => isActing(db, user.id, keyHash)
    await stampVisit(context, user)
    return userActor(user)
  }
  const queryId = queryOfPath(request)
  const query = queryId === null ? null : await findQueryByKey(context.db, queryId, keyHash)
  if (query === null) return null
  request.stands = async (db = context.db) => (await findQueryByKey(db, query.id, keyHash)) !== null
  return {
    kind: 'query_key',
    org_id: query.org_id,
    user_id: null,
    name: `ApiKey: Query ${query.id}`,
    group_ids: query.group_ids,
    permissions: ['view_query'],
    query_id: query.id,
  }
}

async function actorOfScopedKey(
  context: ServerContext,
  request: FastifyRequest,
  keyHash: Buffer,
): Promise<Actor | null> {
  const { db, clock } = context
  const now = clock()
  const key = await findLivingKey(db, keyHash, now)
  const user = key === null ? null : await findActingUser(db, key.user_id)
  if (key === null || user === null) return null
  request.stands = async (within = db) => (await findLivingKey(within, keyHash, clock())) !== null
  const notBefore = new Date(now.getTime() - writePause)
  if (key.used_at === null || key.used_at <= notBefore) await stampUse(db, key.id, now, notBefore)
  await stampVisit(context, user)
  return withLimits(userActor(user), key)
}

/** `?api_key=`, then `Authorization: Key …` or the bare key; keys with scopes also after `Bearer`. */
export function readApiKey(request: Pick<FastifyRequest, 'query' | 'headers'>): string | null {
  const argument = (request.query as Record<string, unknown>)['api_key']
  const first = Array.isArray(argument) ? argument[0] : argument
  const given = typeof first === 'string' && first !== '' ? first : request.headers.authorization
  const key = given?.replace(/^(Key |Bearer (?=sxt_))/, '') ?? ''
  return /^[A-Za-z0-9_-]{1,128}$/.test(key) ? key : null
}

function queryOfPath(request: FastifyRequest): number | null {
  const { endpoint, identity }: { endpoint?: EndpointSpec; identity?: string } = request.routeOptions.config
  if (endpoint?.acceptsQueryKey !== true && identity !== 'key') return null
  const params = request.params as { id?: string; query_id?: string }
  const id = params.query_id ?? params.id ?? ''
  return /^\d{1,9}$/.test(id) ? Number(id) : null
}

async function actorOfCookies(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | null> {
  const { db, clock } = context
  const now = clock()
  const sessionHash = readTokenHash(request, 'session')
  const user = sessionHash && (await findUserBySession(db, 'session', sessionHash, now))
  if (sessionHash && user) {
    await prolong(context, request, sessionHash, user.expires_at)
    return await signedIn(context, request, reply, user, sessionHash)
  }
  const rememberHash = readTokenHash(request, 'remember')
  const remembered = rememberHash && (await findUserBySession(db, 'remember', rememberHash, now))
  if (!rememberHash || !remembered) return null
  const restored = await db.transaction().execute(async (tx) => {
    // a change of the password or another login in this browser, which end remembered logins, may have come in between
    if (!(await holdUser(tx, remembered.id)) || !(await holdSession(tx, rememberHash))) return null
    const found = await findUserBySession(tx, 'remember', rememberHash, now)
    if (!found) return null
    return await openSession({ ...context, db: tx }, request, reply, found.id, {
      kind: 'session',
      loginId: found.login_id,
      provedAt: null,
    })
  })
  return restored && (await signedIn(context, request, reply, remembered, restored))
}

/** On public routes, such as the login page, an invalid token means anonymous. */
async function actorOfToken(
  context: ServerContext,
  request: FastifyRequest,
  readToken: ReadToken,
): Promise<Actor | null> {
  const { endpoint }: { endpoint?: EndpointSpec } = request.routeOptions.config
  const named = await readToken(request).catch((error: unknown) => {
    if (error instanceof Refusal && (endpoint === undefined || endpoint.access === 'anyone')) return null
    throw error
  })
  const user = named === null ? null : await findActingUser(context.db, named.userId)
  if (named === null || user === null) return null
  request.isByToken = true
  request.stands = async (db = context.db) => (await isActing(db, user.id)) && (await named.stands(db))
  await stampVisit(context, user)
  return userActor(user)
}

async function signedIn(
  context: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  user: ActingUser & { lacks_second_factor: boolean },
  sessionHash: Buffer,
): Promise<Actor | null> {
  actBySession(context, request, sessionHash)
  if (needsCsrfCookie(context, request, sessionHash)) setCsrfCookie(context, request, reply, sessionHash)
  await stampVisit(context, user)
  request.lacksSecondFactor = user.lacks_second_factor
  const { endpoint }: { endpoint?: EndpointSpec } = request.routeOptions.config
  // routes that are open to all see an anonymous caller; `serve` refuses at the others
  if (user.lacks_second_factor && endpoint?.access === 'anyone') return null
  return userActor(user)
}

/** From here on, the request is one of this session, as long as that exists. */
export function actBySession(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  request: FastifyRequest,
  sessionHash: Buffer,
): void {
  request.cookieSession = sessionHash
  request.stands = (within = db) => isSession(within, sessionHash, clock())
}

/**
 * Starts a session, or remembers the login, of an authenticated user; answers the hash of its token. `loginId`: shared
 * by the session and the remembered login of one login.
 */
export async function openSession(
  { db, config, clock }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
  { kind, loginId, provedAt }: { kind: SessionKind; loginId: string; provedAt: Date | null },
): Promise<Buffer> {
  const token = newToken()
  const tokenHash = hashToken(token)
  const now = clock()
  await insertSession(db, {
    token_hash: tokenHash,
    user_id: userId,
    kind,
    login_id: loginId,
    proved_at: provedAt,
    expires_at: new Date(
      now.getTime() + (kind === 'session' ? config.sessionSeconds : config.rememberSeconds) * 1000,
    ),
    ...sessionUse(request, now),
  })
  setSessionCookie(config, request, reply, kind, token)
  return tokenHash
}

async function stampVisit({ db, clock }: ServerContext, user: ActingUser): Promise<void> {
  const now = clock()
  const notBefore = new Date(now.getTime() - writePause)
  if (user.active_at === null || user.active_at <= notBefore) await stampActive(db, user.id, now, notBefore)
}

function userActor(user: ActingUser): Actor {
  return {
    kind: 'user',
    org_id: user.org_id,
    user_id: user.id,
    name: user.email,
    group_ids: user.group_ids,
    permissions: user.permissions,
    query_id: null,
  }
}

/** The caller as they are now; a key keeps its limits. Refuses unknown and disabled users. */
export async function reloadActor(db: Db, actor: Actor): Promise<Actor> {
  if (actor.user_id === null) return actor
  const reloaded = await loadActor(db, actor.user_id)
  return actor.key === undefined ? reloaded : withLimits(reloaded, actor.key)
}

/** The actor for work done on behalf of a user. Refuses unknown and disabled users. */
export async function loadActor(db: Db, userId: number): Promise<Actor> {
  const user = await findActingUser(db, userId)
  if (user === null) throw refuse('auth.required')
  return userActor(user)
}
