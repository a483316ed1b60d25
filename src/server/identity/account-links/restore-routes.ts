import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { replied, sendPage, serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { restoreEmail } from '#shared/account-links/account-links-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { t } from '#shared/messages/translate.ts'
import {
  issuedAt,
  issueLinkToken,
  lookAtLink,
  type OpenedLink,
  openLink,
  revokeAccountLinks,
  type SeenLink,
} from '../link-tokens/link-tokens.ts'
import { renderRestoredPage, renderRestorePage } from '../pages/restore-page.ts'
import { requireOwnOrigin } from '../session/csrf.ts'
import { clearSessionCookies } from '../session/session-cookies.ts'
import { isForm } from '../session/session-reply.ts'
import { endSessions } from '../session/user-sessions.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { renewKeys } from '../users/api-key.ts'
import { isAddressKept } from '../users/kept-address-store.ts'
import { updateUser } from '../users/user-change-store.ts'
import {
  findLinkedUser,
  forgetPassword,
  type Holder,
  isFactorNew,
  type LinkedUser,
  lockHolder,
  removeFactorSince,
  removeIdentitiesSince,
  storeVerified,
} from './account-link-store.ts'

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
    const { user, email, since } = await requireRestoreLink(context, token)
    const action = restoreEmail.path.replace(':token', encodeURIComponent(token))
    const asksFactor = await isFactorNew(context.db, user.id, shortlyBefore(since), since)
    const page = { action, name: user.name, email, present: user.email, asksFactor }
    return sendPage(reply, 200, renderRestorePage(page))
  })

  serve(app, restoreEmail, { csrf: 'origin' })(async ({ params, body, request, reply }) => {
    keptFromOthers(reply)
    requireOwnOrigin(context, request)
    const removesFactor = (body.remove_second_factor ?? false) !== false
    const { user, token } = await restoreAddress(context, params.token, removesFactor)
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

/**
 * A person at an unattended browser may first set up a second factor and then change the address: it would lock the
 * owner out. They may remove one of the last days before the change, but no older one: a mailbox and a change of
 * address must not be enough to get rid of a second factor.
 */
function shortlyBefore(since: Date): Date {
  return new Date(since.getTime() - 7 * 24 * 60 * 60 * 1000)
}

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock'>
const purpose = 'restore_email'

/** For the audit log. */
interface RestoredUser {
  id: number
  org_id: number
  email: string
  /** another user who had the address and had not verified it */
  taken_from: number | null
}

/** The user and the address that a link would restore; the link stays unused. Throws link.unknown, link.expired and link.restored. */
async function requireRestoreLink({ db, clock }: Needs, token: string): Promise<Restorable> {
  return await requireOwner(db, await lookAtLink(db, { purpose, token }, clock()))
}

interface Restorable {
  user: LinkedUser
  email: string
  /** when the address was changed */
  since: Date
}

/**
 * Restores the former address and with it the account: ends every session, makes the password and the API key
 * unusable, and removes what was set up since the change (second factor, recovery codes, identities at providers);
 * `removesFactor`: also a second factor and codes of shortly before. Another user who
 * has the address but never verified it loses it. Answers the
 * user and the token of a link to choose a new password; null: the user had no password. Throws as
 * `requireRestoreLink` does, and link.address_taken.
 */
async function restoreAddress(
  { db, secrets, clock }: Needs,
  token: string,
  removesFactor: boolean,
): Promise<{ user: RestoredUser; token: string | null }> {
  const now = clock()
  return await db.transaction().execute(async (tx) => {
    const opened = await openLink(tx, { purpose, token }, now)
    const { user, email, since } = await requireOwner(tx, opened)
    const taken_from = await takeFromHolder(tx, user, email, now)
    if (taken_from === 'verified' || !(await storeVerified(tx, user.id, email, now)))
      throw refuse('link.address_taken')
    await removeIdentitiesSince(tx, user.id, since)
    await removeFactorSince(tx, user.id, removesFactor ? shortlyBefore(since) : since)
    await renewKeys(tx, secrets, user.id, now)
    await revokeAccountLinks(tx, user.id)
    await endSessions({ db: tx }, user.id)
    const restored = { id: user.id, org_id: user.org_id, email, taken_from }
    if (!(await forgetPassword(tx, user.id))) return { user: restored, token: null }
    const reset = await issueLinkToken(tx, { purpose: 'password_reset', user_id: user.id, email }, now)
    return { user: restored, token: reset }
  })
}

async function requireOwner(db: Db, link: OpenedLink | SeenLink): Promise<Restorable> {
  const kind = phrase('restore')
  if (!('user_id' in link)) throw refuse(link.state === 'expired' ? 'link.expired' : 'link.unknown', { kind })
  const user = await findLinkedUser(db, link.user_id)
  if (user === null || user.disabled_at !== null) throw refuse('link.unknown', { kind })
  if (link.state === 'used') throw refuse('link.restored')
  return { user, email: link.email, since: issuedAt(purpose, link.expires_at) }
}

/**
 * Takes an address from a user who has entered it but never verified it, for the user who has: the holder gets their
 * last verified address back. Without one they get an address that reaches nobody, until an admin enters another.
 * Their sessions and links end. Answers the holder, null when nobody has the address, and `verified` when its holder
 * has verified it and keeps it.
 */
async function takeFromHolder(
  tx: Db,
  owner: { id: number; org_id: number },
  email: string,
  now: Date,
): Promise<number | 'verified' | null> {
  const holder = await lockHolder(tx, owner, email)
  if (holder === null) return null
  if (holder.is_email_verified && !holder.is_address_new && !holder.is_invitation_pending) return 'verified'
  await giveFormer(tx, holder, owner.org_id, now)
  await revokeAccountLinks(tx, holder.id)
  await endSessions({ db: tx }, holder.id)
  return holder.id
}

async function giveFormer(tx: Db, holder: Holder, org_id: number, now: Date): Promise<void> {
  const { id, proved_email } = holder
  if (proved_email !== null && (await isFree(tx, org_id, proved_email, id, now))) {
    await storeVerified(tx, id, proved_email, now)
    return
  }
  // random, so that no user can register it in advance
  const email = `user-${id}-${randomBytes(8).toString('hex')}@address-taken-back.invalid`
  await updateUser(tx, id, { email, is_email_verified: false, is_address_new: true, proved_email: null }, now)
}

async function isFree(tx: Db, org_id: number, email: string, user_id: number, now: Date): Promise<boolean> {
  if ((await lockHolder(tx, { id: user_id, org_id }, email)) !== null) return false
  return !(await isAddressKept(tx, { org_id, email, user_id }, now))
}
