import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '#server/http/index.ts'
import type { Config } from '#server/kernel/index.ts'
import type { SessionKind } from './session-store.ts'

const cookieNames: Record<SessionKind, string> = { session: 'session', remember: 'remember_token' }

/** 256 random bits for the browser to keep. The database stores only the hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Hash of the token in the cookie of this kind, or null. */
export function readTokenHash(request: FastifyRequest, kind: SessionKind): Buffer | null {
  const token = request.cookies[cookieNames[kind]]
  return token === undefined || token === '' || token.length > 200 ? null : hashToken(token)
}

/**
 * Hashes of all tokens that the request carries in cookies of these names, for what ends logins: another host of the same
 * domain may have put a cookie before the real one, and only the first of a name counts otherwise.
 */
export function tokenHashesOf({ headers, server }: FastifyRequest): Buffer[] {
  const pairs = (headers.cookie ?? '').split(';').flatMap((each) => Object.entries(server.parseCookie(each)))
  const names = Object.values(cookieNames)
  return pairs.flatMap(([name, token]) =>
    token !== undefined && names.includes(name) ? [hashToken(token)] : [],
  )
}

export function setSessionCookie(
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: SessionKind,
  token: string,
): void {
  reply.setCookie(cookieNames[kind], token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config, request),
    maxAge: kind === 'session' ? config.sessionSeconds : config.rememberSeconds,
  })
}

export function clearSessionCookies(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config, request),
  } as const
  for (const name of Object.values(cookieNames)) reply.clearCookie(name, attributes)
  reply.clearCookie('csrf_token', { ...attributes, httpOnly: false })
}
