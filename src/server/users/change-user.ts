import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Actor, hasPermission, mayGovern } from '#shared/permissions/can.ts'
import type { saveUser } from '#shared/users/users-api.ts'
import { composeAddressChanged } from '../account-links/account-mails.ts'
import type { Db } from '../db/database.ts'
import { requestVerification } from '../email-verification/request-verification.ts'
import { demandOwnGroupsStay, keepingAdmins } from '../groups/keep-admins.ts'
import { revokeAccountLinks } from '../link-tokens/link-tokens.ts'
import { instanceOfMails } from '../net/instance-of-mails.ts'
import { sendMail } from '../net/send-mail.ts'
import type { ServerContext } from '../server-context.ts'
import { endSessions } from '../session/end-sessions.ts'
import { demandCurrentPassword } from './current-password.ts'
import { demandOwnProfile, demandUser, type UserWithKey } from './demand-user.ts'
import { hashPassword } from './password.ts'
import { knownGroups, setGroups, type UserValues, updateUser } from './user-change-store.ts'
import { demandEmail, demandName, demandPasswordLength } from './user-fields.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'clock'>
type Change = BodyOf<typeof saveUser>

/**
 * Changes what is named of a user. A new address has to be verified; it and a new password end all other sessions, and
 * links that went to the address before.
 */
export async function changeUser(
  context: Needs,
  actor: Actor,
  id: number,
  change: Change,
  /** hashes of the sessions of the browser that asks: they stay */
  ownSessions: Buffer[],
): Promise<UserWithKey> {
  const { db, clock } = context
  const user = await demandOwnProfile(db, actor, id)
  const groups = groupsOf(actor, user, change)
  const values = await valuesOf(context, actor, user, change)
  const isNewEmail = values.email !== undefined && values.email !== user.email
  const isOtherAccount = isNewEmail || values.password_hash !== undefined
  const save = async (tx: Db) => {
    if (!(await updateUser(tx, id, values, clock()))) throw refuse('user.email_taken', { field: 'email' })
    if (groups !== null) await changeGroups(tx, actor, user, groups)
    if (isNewEmail) await tellFormerAddress(tx, context, user, values.email ?? '')
    if (!isOtherAccount) return
    await revokeAccountLinks(tx, id)
    await endSessions({ db: tx }, id, ownSessions)
  }
  await (groups === null ? db.transaction().execute(save) : keepingAdmins(context, actor, save))
  if (values.is_email_verified === false && instanceOfMails(context.config) !== null)
    await askToVerify(context, id)
  return await demandUser(db, actor, id)
}

async function valuesOf(
  context: Needs,
  actor: Actor,
  user: UserWithKey,
  change: Change,
): Promise<UserValues> {
  const { config } = context
  const values: UserValues = {}
  if (change.name !== undefined) values.name = demandName(change.name)
  if (change.email !== undefined) {
    // an address that is kept is not judged again: the rules may be newer than it
    const isKept = change.email.trim().toLowerCase() === user.email
    values.email = isKept ? user.email : demandEmail(change.email, config.blockedDomains)
    if (!isKept && !isBelieved(context, actor, user)) values.is_email_verified = false
  }
  if (change.password !== undefined)
    values.password_hash = await newPasswordHash(context, actor, user, change.password, change.old_password)
  return values
}

/**
 * Is it known without a mail whose the new address is? An invitation will prove it. Where no mail can prove it an admin's word
 * has to do; one's own never does, as providers sign people in to the account of their address.
 */
function isBelieved({ config }: Needs, actor: Actor, user: UserWithKey): boolean {
  if (user.is_invitation_pending) return true
  return instanceOfMails(config) === null && hasPermission(actor, 'admin')
}

/** Tells the address before: whoever finds an open browser could get a new password by a mail to his own. */
async function tellFormerAddress(tx: Db, { config }: Needs, user: UserWithKey, email: string): Promise<void> {
  if (config.mailDefaultSender === null || !user.is_email_verified || user.is_invitation_pending) return
  const mail = composeAddressChanged({ name: user.name, email, instance: config.publicUrl })
  await sendMail(tx, { to: user.email, ...mail })
}

async function newPasswordHash(
  context: Needs,
  actor: Actor,
  user: UserWithKey,
  password: string,
  current: string | undefined,
): Promise<string> {
  if (actor.user_id !== user.id) throw refuse('user.password_of_other')
  if (current === undefined || current === '') throw refuse('user.password_needed', { field: 'old_password' })
  demandPasswordLength(password)
  await demandCurrentPassword(context, user.id, current, 'old_password')
  return await hashPassword(password)
}

/** The groups that are asked for; null when they stay. An empty list is nothing to ask for (reference-api 5.11). */
function groupsOf(actor: Actor, user: UserWithKey, { group_ids }: Change): number[] | null {
  if (group_ids === undefined) return null
  const wanted = [...new Set(group_ids)].sort((a, b) => a - b)
  const isSame = wanted.length === user.group_ids.length && wanted.every((id) => user.group_ids.includes(id))
  if (isSame) return null
  if (!hasPermission(actor, 'admin')) throw refuse('user.groups_by_admin', { field: 'group_ids' })
  return wanted.length === 0 ? null : wanted
}

async function changeGroups(
  tx: Db,
  actor: Actor,
  { id, group_ids }: UserWithKey,
  groups: number[],
): Promise<void> {
  const known = await knownGroups(tx, actor.org_id, [...groups, ...group_ids])
  const unknown = groups.find((group) => !known.some((each) => each.id === group))
  if (unknown !== undefined) throw refuse('user.unknown_group', { id: unknown, field: 'group_ids' })
  const changed = known.filter((group) => groups.includes(group.id) !== group_ids.includes(group.id))
  if (!changed.every(({ permissions }) => mayGovern(actor, permissions))) throw refuse('auth.forbidden')
  await demandOwnGroupsStay(tx, actor, id, (group) => groups.includes(group))
  await setGroups(tx, id, groups)
}

/** The change is made: that there have been too many mails is no reason to refuse it. The home page offers another. */
async function askToVerify(context: Needs, id: number): Promise<void> {
  try {
    await requestVerification(context, id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
