import type { FastifyInstance, FastifyReply } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { restoreEmail } from '#shared/account-links/account-links-api.ts'
import { t } from '#shared/messages/translate.ts'
import { renderRestoredPage, renderRestorePage } from '../pages/restore-page.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { clearSessionCookies } from '../session/session-cookies.ts'
import { isForm } from '../session/session-reply.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { type RestoredUser, requireRestoreLink, restoreAddress } from './restore-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the user whose address this request has restored, for the audit log */
    restoredUser?: RestoredUser
  }
}

/**
 * The link in the mail about a changed address. Opening it changes nothing, because mail scanners follow links
 * too.
 */
export function registerRestoreRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get(restoreEmail.path, async (request, reply) => {
    keptFromOthers(reply)
    const token = (request.params as { token: string }).token.slice(0, maxTokenLength)
    const { user, email } = await requireRestoreLink(context, token)
    const action = restoreEmail.path.replace(':token', encodeURIComponent(token))
    return sendPage(reply, 200, renderRestorePage({ action, name: user.name, email, present: user.email }))
  })

  serve(app, restoreEmail, { csrf: 'origin' })(async ({ params, request, reply }) => {
    keptFromOthers(reply)
    requireOwnOrigin(context, request)
    const { user, token } = await restoreAddress(context, params.token)
    request.restoredUser = user
    // the session of this browser has ended as well
    clearSessionCookies(context.config, request, reply)
    const next = token !== null && (await isPasswordLogin(context)) ? `/reset/${token}` : '/login'
    if (!isForm(request)) return { message: t('Your email address is yours again.'), next }
    if (next === '/login') sendPage(reply, 200, renderRestoredPage())
    else reply.redirect(next, 302)
    return replied
  })
}

/** Tokens are 43 characters long; nothing longer is worth hashing. */
const maxTokenLength = 100

/** The address holds the token, so no other site may learn it. */
function keptFromOthers(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'same-origin')
}
