import { type Db, instanceOfMails, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { minPasswordLength } from '#shared/users/password-rule.ts'
import {
  lookAtLink,
  type OpenedLink,
  openLink,
  revokeAccountLinks,
  type SeenLink,
} from '../link-tokens/link-tokens.ts'
import { endSessions } from '../session/user-sessions.ts'
import { isPasswordLogin } from '../sign-in/sign-in-methods.ts'
import { addressForLinks } from '../users/address-for-links.ts'
import { isKeyRenewed, renewKeys } from '../users/api-key.ts'
import { hashPassword } from '../users/password.ts'
import { updateUser } from '../users/user-change-store.ts'
import { findLinkedUser, type LinkedUser, storePassword } from './account-link-store.ts'

/** A link that lets a user choose their password. */
export interface AccountLink {
  purpose: 'invitation' | 'password_reset'
  token: string
}

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>

/**
 * The user of a link, without using it. Throws link.unknown, link.expired, link.accepted and link.used, and
 * auth.password_login_disabled where password login is off.
 */
export async function requireLink({ db, config, clock }: Needs, link: AccountLink): Promise<LinkedUser> {
  if (!(await isPasswordLogin({ db, config }))) throw refuse('auth.password_login_disabled')
  return await requireOwner(db, link.purpose, await lookAtLink(db, link, clock()))
}

/**
 * Uses a link: sets the password, ends every session and revokes every other link that opens the account. A link for a
 * new password also verifies the address it was sent to; until then, another person may have made the account, so their
 * API key ends as well. Then calls
 * `begin` in the same transaction, so a change of the account comes before or after the session that it begins.
 * Throws as `requireLink` does, and for passwords that are too short; then the link stays valid.
 */
export async function choosePassword<T>(
  context: Needs,
  link: AccountLink,
  /** `renewsKey`: the user also wants a new API key */
  { password, renewsKey }: { password: string; renewsKey: boolean },
  begin: (tx: Db, userId: number) => Promise<T>,
): Promise<T> {
  const { db, secrets, clock } = context
  await requireLink(context, link)
  requirePassword(password)
  const passwordHash = await hashPassword(password)
  const now = clock()
  const isReset = link.purpose === 'password_reset'
  const isNewKey = renewsKey || (await isKeyRenewed(db))
  return await db.transaction().execute(async (tx) => {
    const opened = await openLink(tx, link, now)
    const user = await requireOwner(tx, link.purpose, opened)
    const { id } = user
    await replacePassword(tx, id, passwordHash, now)
    if (isReset && (isNewKey || !user.is_email_verified)) await renewKeys(tx, secrets, id, now)
    if (isReset && provesAddress(context, opened, user))
      await updateUser(tx, id, { is_email_verified: true }, now)
    return await begin(tx, id)
  })
}

/** Where no mail can be sent, the admin who handed the link over has proved who they are, and vouches for the address. */
function provesAddress({ config }: Pick<Needs, 'config'>, link: OpenedLink, { email }: LinkedUser): boolean {
  if (link.state !== 'spent' || link.email !== email) return false
  return !link.is_handed_over || instanceOfMails(config) === null
}

/** Sets the password, ends every session and revokes every link that opens the account. */
export async function replacePassword(tx: Db, id: number, passwordHash: string, now: Date): Promise<void> {
  await storePassword(tx, id, passwordHash, now)
  await revokeAccountLinks(tx, id)
  await endSessions({ db: tx }, id)
}

/** A link counts only for the address it was sent to, and tells nothing about disabled users. */
async function requireOwner(
  db: Db,
  purpose: AccountLink['purpose'],
  link: OpenedLink | SeenLink,
): Promise<LinkedUser> {
  const kind = purpose === 'invitation' ? phrase('invite') : phrase('reset')
  if (!('user_id' in link)) throw refuse(link.state === 'expired' ? 'link.expired' : 'link.unknown', { kind })
  const user = await findLinkedUser(db, link.user_id)
  if (user === null || user.disabled_at !== null || (addressForLinks(user) ?? '') !== link.email)
    throw refuse('link.unknown', { kind })
  if (link.state === 'used') throw refuse(purpose === 'invitation' ? 'link.accepted' : 'link.used')
  if (purpose === 'invitation' && !user.is_invitation_pending) throw refuse('link.accepted')
  return user
}

/** The sentences of docs/reference/api-access.md#links-by-mail. */
function requirePassword(password: string): void {
  if (password === '')
    throw refuse('link.bad_password', { field: 'password', reason: phrase('Cannot use empty password.') })
  if (password.length < minPasswordLength)
    throw refuse('link.bad_password', {
      field: 'password',
      reason: phrase('Password length is too short (<{count}).', { count: minPasswordLength }),
    })
}
