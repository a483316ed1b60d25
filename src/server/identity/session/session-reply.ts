import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicAddress, requestPath } from '#server/http/index.ts'
import { findNewerVersion, instanceOfMails, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, hasPermission } from '#shared/permissions/can.ts'
import { clientConfig } from '#shared/session/client-config.ts'
import { sanitizeNext } from '#shared/session/next-path.ts'
import type { ClientConfig, SessionMessage, SessionUser } from '#shared/session/session-api.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { configuredLogins } from '../sign-in/sign-in-methods.ts'
import { profileImageUrl } from '../users/user-reply.ts'
import { type ActingUser, findActingUser } from './session-store.ts'

export function sessionUser(user: ActingUser): SessionUser {
  return {
    profile_image_url: profileImageUrl(user),
    id: user.id,
    name: user.name,
    email: user.email,
    groups: user.group_ids,
    permissions: user.permissions,
  }
}

/** The user who has just been signed in. */
export async function signedInUser({ db }: ServerContext, userId: number): Promise<SessionUser> {
  const user = await findActingUser(db, userId)
  if (user === null) throw refuse('auth.required')
  return sessionUser(user)
}

/** Messages for this user on the home page (docs/reference/api-conventions.md#session). */
export function sessionMessages({ config }: ServerContext, user: ActingUser, actor: Actor): SessionMessage[] {
  // without mail, users cannot verify it
  const canVerify = instanceOfMails(config) !== null
  const messages: SessionMessage[] = user.is_email_verified || !canVerify ? [] : ['email-not-verified']
  // only admins can have the setting changed
  if (config.allowParametersInEmbeds && hasPermission(actor, 'admin')) {
    messages.push('using-deprecated-embed-feature')
  }
  return messages
}

/** `org_slug` and `client_config` as this caller sees them. */
export async function describeInstance(
  context: ServerContext,
  request: FastifyRequest,
  actor: Actor | null,
): Promise<{ org_slug: string; client_config: ClientConfig }> {
  const [organization, newestVersion] = await Promise.all([
    currentOrganization(context),
    actor?.kind === 'user' ? findNewerVersion(context) : null,
  ])
  const viewer = actor?.kind === 'user' ? { isAdmin: hasPermission(actor, 'admin'), newestVersion } : null
  const basePath = `${publicAddress(context.config, request)}/`
  return {
    org_slug: organization.slug,
    client_config: clientConfig(
      { ...context.config, logins: configuredLogins(context.config) },
      ...([organization.settings, basePath, viewer] as const),
    ),
  }
}

/** Was the body a form from one of our pages? Everything else is answered in JSON. */
export function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
}

/** Does the user log in to confirm who they are? The provider must ask for the password then. */
export function isLoginAgain(request: FastifyRequest): boolean {
  return Object.hasOwn(Object(request.query), 'again')
}

/** Where to go after a sign-in, from the query string. */
export function nextOf(request: FastifyRequest): string {
  const { next } = request.query as { next?: unknown }
  return typeof next === 'string' ? sanitizeNext(next) : ''
}

/**
 * 302 to a place that has passed `sanitizeNext`, relative to `/login`; characters not allowed in headers are
 * percent-encoded.
 */
export function redirectTo(reply: FastifyReply, next: string): void {
  const isSeenFromLogin = next.startsWith('/') || requestPath(reply.request) === '/login'
  // without its dot, `.//x` would name a host
  const target = next === '' ? '/' : isSeenFromLogin ? next : `/${next.replace(/^[./\\]+/, '')}`
  reply.redirect(
    target.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character)),
    302,
  )
}
