import type { FastifyInstance } from 'fastify'
import { sendVerificationEmail } from '#shared/email-verification/email-verification-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { t } from '#shared/messages/translate.ts'
import { publicAddress } from '../http/public-address.ts'
import { serve } from '../http/serve.ts'
import { renderErrorPage } from '../pages/error-page.ts'
import { sendPage } from '../pages/send-page.ts'
import { renderVerifiedPage } from '../pages/verified-page.ts'
import type { ServerContext } from '../server-context.ts'
import { requestVerification } from './request-verification.ts'
import { verifyEmail } from './verify-email.ts'

/** The token is 43 characters long; nothing longer is worth hashing. */
const longestToken = 100

export function registerEmailVerificationRoutes(app: FastifyInstance, context: ServerContext): void {
  serve(
    app,
    sendVerificationEmail,
  )(async ({ actor, request }) => {
    if (actor.user_id === null) throw refuse('auth.required')
    await requestVerification(context, actor.user_id, publicAddress(context.config, request))
    return { message: 'Please check your email inbox in order to verify your email address.' }
  })

  app.get('/verify/:token', async (request, reply) => {
    // a HEAD is a program that looks whether the page is there: it proves nothing
    if (request.method === 'HEAD') throw refuse('request.method_not_allowed')
    const { token } = request.params as { token: string }
    const isVerified = token.length <= longestToken && (await verifyEmail(context, token))
    // the address holds the token, so no other page learns it
    reply.header('referrer-policy', 'no-referrer')
    if (!isVerified) {
      const message = t('Your verification link is invalid. Please ask for a new one.')
      return sendPage(reply, 400, renderErrorPage({ status: 400, message }))
    }
    // a header rather than a tag: the same in every browser, and nothing in the page that moves by itself
    return sendPage(reply.header('refresh', '5; url=/'), 200, renderVerifiedPage())
  })
}
