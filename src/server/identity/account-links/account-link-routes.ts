import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import {
  instanceOfMails,
  isWithinRate,
  limitRate,
  networkOf,
  type ServerContext,
  sendMail,
} from '#server/kernel/index.ts'
import * as api from '#shared/account-links/account-links-api.ts'
import { Refusal, refuse, translatedMessage } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { t } from '#shared/messages/translate.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { renderChoosePasswordPage } from '../pages/choose-password-page.ts'
import { renderForgotPage, renderForgotSentPage } from '../pages/forgot-page.ts'
import { answerSignedIn } from '../second-factor/enter-code.ts'
import { signInOrAskForCode } from '../second-factor/sign-in-or-ask-for-code.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { rememberBrowserOf } from '../session/known-browser.ts'
import { isForm } from '../session/session-reply.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { addressForLinks } from '../users/address-for-links.ts'
import { isKeyRenewed } from '../users/api-key.ts'
import { findUserByEmail } from './account-link-store.ts'
import { composeDisabledNotice } from './account-mails.ts'
import { registerRestoreRoutes } from './restore-routes.ts'
import { sendResetLink } from './send-account-link.ts'
import { type AccountLink, choosePassword, requireLink } from './use-account-link.ts'

/** Every answer takes this long, in milliseconds, so its time does not tell whether the user exists. */
const answerTime = 300

export function registerAccountLinkRoutes(app: FastifyInstance, context: ServerContext): void {
  registerLink(app, context, 'invitation', api.acceptInvitation)
  registerLink(app, context, 'password_reset', api.resetPassword)
  registerForgot(app, context)
  registerRestoreRoutes(app, context)
}

function registerLink(
  app: FastifyInstance,
  context: ServerContext,
  purpose: AccountLink['purpose'],
  endpoint: typeof api.acceptInvitation | typeof api.resetPassword,
): void {
  const showForm = async (reply: FastifyReply, status: number, link: AccountLink, error: string | null) => {
    const [user, organization] = await Promise.all([requireLink(context, link), currentOrganization(context)])
    const path = endpoint.path.replace(':token', encodeURIComponent(link.token))
    const asksKey = purpose === 'password_reset' && !(await isKeyRenewed(context.db))
    const page = { purpose, action: path, user, organization: organization.name, error, asksKey }
    return sendPage(keptFromOthers(reply), status, renderChoosePasswordPage(page))
  }

  // opening the page does not use the link: mail scanners follow links too
  app.get(endpoint.path, async (request, reply) => {
    keptFromOthers(reply)
    const { token } = request.params as { token: string }
    return await showForm(reply, 200, { purpose, token: token.slice(0, maxTokenLength) }, null)
  })

  serve(app, endpoint, { csrf: 'origin' })(async ({ params, body, request, reply }) => {
    requireOwnOrigin(context, request)
    const link = { purpose, token: params.token }
    try {
      const renewsKey = 'renew_api_key' in body && body.renew_api_key !== false
      const chosen = { password: body.password ?? '', renewsKey }
      const outcome = await choosePassword(context, link, chosen, async (tx, id) => {
        const within = { ...context, db: tx }
        await rememberBrowserOf(within, request, reply, id)
        // they have just chosen the password, with a link that only the owner of the address has
        const authenticated = { id, remember: false, provedAt: context.clock() }
        return await signInOrAskForCode(within, request, reply, authenticated)
      })
      return await answerSignedIn(context, request, keptFromOthers(reply), outcome)
    } catch (error) {
      const isFault = error instanceof Refusal && error.code === 'link.bad_password'
      if (!isForm(request) || !isFault) throw error
      await showForm(reply, 400, link, translatedMessage(error))
    }
    return replied
  })
}

/** Tokens are 43 characters long; nothing longer is worth hashing. */
const maxTokenLength = 100

/**
 * The address holds the token, so no other site may learn it. With no referrer at all, browsers would send the
 * form with `Origin: null`.
 */
function keptFromOthers(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'same-origin')
}

function registerForgot(app: FastifyInstance, context: ServerContext): void {
  const { config } = context
  app.get('/forgot', async (_request, reply) => {
    await requirePasswordLogin(context)
    return sendPage(reply, 200, renderForgotPage({ canSend: instanceOfMails(config) !== null, error: null }))
  })

  serve(app, api.askForReset, { csrf: 'origin' })(async ({ body, request, reply }) => {
    requireOwnOrigin(context, request)
    await requirePasswordLogin(context)
    const instance = instanceOfMails(config)
    if (instance === null) throw refuse('mail.not_configured')
    if (body.email.trim() === '') {
      if (!isForm(request)) {
        const reason = phrase('{field}: this field is required.', { field: 'email' })
        throw refuse('request.invalid', { field: 'email', reason })
      }
      sendPage(reply, 400, renderForgotPage({ canSend: true, error: t('This field is required.') }))
      return replied
    }
    await limitRate(context, {
      name: 'forgot',
      caller: networkOf(request.ip),
      perHour: config.passwordResetsPerHour,
    })
    await Promise.all([requestReset(context, body.email, instance), pause(answerTime)])
    if (!isForm(request)) return { message: sentMessage() }
    sendPage(reply, 200, renderForgotSentPage(sentMessage()))
    return replied
  })
}

function sentMessage(): string {
  return t('If this email address belongs to an account, we have sent a link to it to choose a new password.')
}

async function requirePasswordLogin(context: ServerContext): Promise<void> {
  if (!(await isPasswordLogin(context))) throw refuse('not_found')
}

/** Limits mails per account, so requests from many networks cannot flood a mailbox. */
const mailsPerHour = 5

/**
 * Mails a link to a user who forgot their password, or a notice that the account is disabled. The caller learns
 * nothing: neither whether the user exists nor whether the limit of mails is reached.
 */
async function requestReset(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  email: string,
  instance: string,
): Promise<void> {
  const { db, config, clock } = context
  const user = await findUserByEmail(db, email.trim().toLowerCase())
  if (user === null) return
  const address = addressForLinks(user)
  // the address is not verified and there is no earlier verified one: only an admin can hand over a link
  if (address === null) return
  const limit = { name: 'reset_mail', caller: `user ${user.id}`, perHour: mailsPerHour }
  if (!(await isWithinRate({ db, clock }, limit))) return
  await db.transaction().execute(async (tx) => {
    if (user.disabled_at !== null) {
      await sendMail(tx, { to: address, ...composeDisabledNotice({ name: user.name, instance }) })
      return
    }
    await sendResetLink(tx, { user, instance, config, now: clock() })
  })
}
