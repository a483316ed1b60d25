import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replied, sendPage, serve, wantsJson } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import {
  sendVerificationEmail,
  verifyEmail as verifyEmailEndpoint,
} from '#shared/email-verification/email-verification-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'
import { lookAtLink, openLink } from '../link-tokens/link-tokens.ts'
import { renderVerifiedPage, renderVerifyPage } from '../pages/verified-page.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { refuseKey } from '../session/prove-again.ts'
import { endOtherSessions, handOver, type NewTokens } from '../session/replace-tokens.ts'
import { followVerifiedReturn } from '../users/change-address.ts'
import { type AddressOfUser, findAddress, markEmailVerified } from './email-verification-store.ts'
import { requestVerification } from './request-verification.ts'

/** Tokens are 43 characters long; anything longer is not worth hashing. */
const maxTokenLength = 100

export function registerEmailVerificationRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    sendVerificationEmail,
  )(async ({ actor }) => {
    if (actor.user_id === null) throw refuse('auth.required')
    await requestVerification(context, actor.user_id)
    return { message: t('Please check your email inbox in order to verify your email address.') }
  })

  app.get(verifyEmailEndpoint.path, async (request, reply) => {
    const { token } = request.params as { token: string }
    const user = await lookAtVerification(context, keptFromOthers(reply, token))
    if (user === null) throw refuse('link.bad_verification')
    if (user.is_email_verified) return sendVerified(reply)
    const viewer = viewerOf(request, user.id)
    return sendPage(reply, 200, renderVerifyPage({ action: verifyPath(token), ...user, viewer }))
  })

  serve(app, verifyEmailEndpoint, { csrf: 'origin' })(async ({ params, request, reply }) => {
    const token = keptFromOthers(reply, params.token)
    requireOwnOrigin(context, request)
    const user = await lookAtVerification(context, token)
    if (user === null) throw refuse('link.bad_verification')
    if (request.actor === null && !wantsJson(request)) {
      // the session has ended since the page was opened
      reply.redirect(`/login?next=${encodeURIComponent(verifyPath(token))}`, 302)
      return replied
    }
    requireLoggedIn(request, user.id)
    const verified = await verifyEmail(context, request, token)
    if (verified === null) throw refuse('link.bad_verification')
    handOver(context, request, reply, verified)
    if (wantsJson(request)) return { message: t('Email address verified') }
    sendVerified(reply)
    return replied
  })
}

function viewerOf({ actor }: FastifyRequest, userId: number): 'user' | 'other' | 'nobody' {
  if (actor?.kind !== 'user') return 'nobody'
  return actor.user_id === userId ? 'user' : 'other'
}

/**
 * The owner of an address who presses the button must be the user of the account: another person may have made it with
 * this address, and would get it verified. Throws auth.required, auth.session_needed and link.other_account.
 */
function requireLoggedIn(request: FastifyRequest, userId: number): void {
  const viewer = viewerOf(request, userId)
  if (viewer === 'nobody') throw refuse('auth.required')
  refuseKey(request)
  if (viewer === 'other') throw refuse('link.other_account')
}

function verifyPath(token: string): string {
  return verifyEmailEndpoint.path.replace(':token', encodeURIComponent(token))
}

/**
 * The address holds the token, so no other site may learn it. With no referrer at all, browsers would send the
 * form with `Origin: null`. Answers the part of the token that is worth hashing.
 */
function keptFromOthers(reply: FastifyReply, token: string): string {
  reply.header('referrer-policy', 'same-origin')
  return token.slice(0, maxTokenLength)
}

/** A header instead of a meta tag: it works the same in every browser, without refresh markup in the page. */
function sendVerified(reply: FastifyReply): FastifyReply {
  return sendPage(reply.header('refresh', '5; url=/'), 200, renderVerifiedPage())
}

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>

/**
 * The user whose address a link would verify, or has verified; null: the link is not valid. Does not use the link.
 */
async function lookAtVerification({ db, clock }: Needs, token: string): Promise<AddressOfUser | null> {
  const link = await lookAtLink(db, { purpose: 'verify_email', token }, clock())
  if (!('user_id' in link)) return null
  const user = await findAddress(db, link.user_id)
  if (user === null || user.email !== link.email) return null
  return link.state === 'open' || user.is_email_verified ? user : null
}

/**
 * Verifies the address a link was sent to. Within the life of the link, a second use gets the same answer and
 * changes nothing, as people press twice. A link to another address than the present one verifies nothing: null. Answers
 * the new tokens of this browser: all other sessions end if the user has returned to an older address.
 */
async function verifyEmail(
  context: Needs,
  request: FastifyRequest,
  token: string,
): Promise<NewTokens | null> {
  const { db, clock } = context
  return await db.transaction().execute(async (tx) => {
    const link = await openLink(tx, { purpose: 'verify_email', token }, clock())
    if (link.state !== 'spent' && link.state !== 'used') return null
    const user = await findAddress(tx, link.user_id)
    if (user === null || user.email !== link.email) return null
    if (link.state === 'used') return user.is_email_verified ? {} : null
    if (!(await markEmailVerified(tx, link))) return null
    return (await followVerifiedReturn(tx, context, user)) ? await endOtherSessions(tx, request, user.id) : {}
  })
}
