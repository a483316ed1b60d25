import type { FastifyRequest } from 'fastify'
import { type Db, instanceOfMails, type ServerContext } from '#server/kernel/index.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Actor, hasPermission, mayGovern } from '#shared/permissions/can.ts'
import type { saveUser } from '#shared/users/users-api.ts'
import { requestVerification } from '../email-verification/request-verification.ts'
import { keepingAdmins, makesAdmins, requireOwnGroupsStay } from '../groups/change-group.ts'
import { revokeAccountLinks } from '../link-tokens/link-tokens.ts'
import { asksPassword, refuseKey, requireProof, requireProofForAdmins } from '../session/prove-again.ts'
import { endOtherSessions, type NewTokens } from '../session/replace-tokens.ts'
import { holdAccount } from '../session/user-sessions.ts'
import { isKeyRenewed, renewKeys } from './api-key.ts'
import { becomeAdmin } from './become-admin.ts'
import { followChange, verificationOf } from './change-address.ts'
import { isAddressKept } from './kept-address-store.ts'
import { hashPassword, requireCurrentPassword } from './password.ts'
import { holdGoverned, requireOwnProfile, requireUser, type UserWithKey } from './require-user.ts'
import {
  deleteUserRow,
  knownGroups,
  setDisabled,
  setGroups,
  type UserValues,
  updateUser,
} from './user-change-store.ts'
import { requireEmail, requireName, requirePasswordLength } from './user-fields.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>
type Change = BodyOf<typeof saveUser>

/** The user who changes a profile, and their browser. */
interface Changer {
  actor: Actor
  request: FastifyRequest
}

interface ChangedUser {
  user: UserWithKey
  /**
   * for `handOver`; null unless the address or the password is another one now, for which the actor has proved who they
   * are
   */
  tokens: NewTokens | null
  /** the user became an admin, which ended links that were handed over */
  linksEnded: boolean
}

/**
 * Changes the given fields of a user. A new address must be verified; it and a new password end all other sessions
 * and revoke links to the former address. Both need a recent proof of identity, and so does making a user an
 * admin, or no admin.
 */
export async function changeUser(
  context: Needs,
  changer: Changer,
  id: number,
  change: Change,
): Promise<ChangedUser> {
  const { db, secrets, clock } = context
  const { actor, request } = changer
  const before = await requireOwnProfile(db, actor, id)
  const groups = groupsOf(actor, before, change)
  const { values, passwordHash } = await valuesOf(context, changer, before, change)
  const isNewPassword = values.password_hash !== undefined
  const renewsKey = isNewPassword && (change.renew_api_key === true || (await isKeyRenewed(db)))
  let linksEnded = false
  const save = async (tx: Db) => {
    const now = clock()
    await holdAccount(tx, request, actor.user_id, id, passwordHash)
    const user = await requireOwnProfile(tx, actor, id)
    const isNewEmail = values.email !== undefined && values.email !== user.email
    // another request has changed the address, so the one that was sent is a change that nobody has proved
    if (isNewEmail && values.email === before.email) throw refuse('auth.prove_again')
    const moved = { actor, user, email: values.email ?? '' }
    if (isNewEmail) Object.assign(values, await verificationOf(tx, context, moved))
    if (!(await updateUser(tx, id, values, now))) throw refuse('user.email_taken', { field: 'email' })
    if (
      isNewEmail &&
      (await isAddressKept(tx, { org_id: actor.org_id, email: moved.email, user_id: id }, now))
    )
      throw refuse('user.email_taken', { field: 'email' })
    if (groups !== null) linksEnded = await changeGroups(tx, context, changer, id, groups)
    if (isNewEmail) await followChange(tx, context, moved)
    if (renewsKey) await renewKeys(tx, secrets, id, now)
    if (!isNewEmail && !isNewPassword) return null
    await revokeAccountLinks(tx, id)
    return await endOtherSessions(tx, request, id)
  }
  const tokens = await (groups === null
    ? db.transaction().execute(save)
    : keepingAdmins(context, actor, save))
  if (values.is_email_verified === false && instanceOfMails(context.config) !== null)
    await askToVerify(context, id)
  return { user: await requireUser(db, actor, id), tokens, linksEnded }
}

interface ProvedValues {
  values: UserValues
  /** of the password that was checked */
  passwordHash?: string | undefined
}

async function valuesOf(
  context: Needs,
  changer: Changer,
  user: UserWithKey,
  change: Change,
): Promise<ProvedValues> {
  const { config } = context
  const values: UserValues = {}
  let passwordHash: string | undefined
  if (change.name !== undefined) values.name = requireName(change.name)
  if (change.password !== undefined) {
    passwordHash = await proveForPassword(context, changer, user, change.password, change.old_password)
    values.password_hash = await hashPassword(change.password)
  }
  if (change.email === undefined) return { values, passwordHash }
  // an unchanged address is not checked again: rules may be newer than the address
  if (change.email.trim().toLowerCase() === user.email) values.email = user.email
  else {
    values.email = requireEmail(change.email, config.blockedDomains)
    passwordHash ??= await proveForAddress(context, changer, user, change.old_password)
  }
  return { values, passwordHash }
}

/**
 * The address gives control of the account: API keys may not change it, and browsers need a recent proof of
 * identity. Answers the hash of the password if that was the proof.
 */
async function proveForAddress(
  context: Needs,
  { actor, request }: Changer,
  user: UserWithKey,
  password: string | undefined,
): Promise<string | undefined> {
  refuseKey(request)
  const isGiven = actor.user_id === user.id && password !== undefined && password !== ''
  if (isGiven && (await asksPassword(context, user.id)))
    return await requireCurrentPassword(context, request, user.id, { password, field: 'old_password' })
  await requireProof(context, request)
  return undefined
}

/** Answers the hash of the current password. */
async function proveForPassword(
  context: Needs,
  { actor, request }: Changer,
  user: UserWithKey,
  password: string,
  current: string | undefined,
): Promise<string> {
  refuseKey(request)
  if (actor.user_id !== user.id) throw refuse('user.password_of_other')
  if (current === undefined || current === '') throw refuse('user.password_needed', { field: 'old_password' })
  requirePasswordLength(password)
  return await requireCurrentPassword(context, request, user.id, {
    password: current,
    field: 'old_password',
  })
}

/**
 * The requested groups; null when they stay. An empty list changes nothing
 * (docs/reference/api-administration.md#changing-a-user).
 */
function groupsOf(actor: Actor, user: UserWithKey, { group_ids }: Change): number[] | null {
  if (group_ids === undefined) return null
  const wanted = [...new Set(group_ids)].sort((a, b) => a - b)
  const isSame = wanted.length === user.group_ids.length && wanted.every((id) => user.group_ids.includes(id))
  if (isSame) return null
  if (!hasPermission(actor, 'admin')) throw refuse('user.groups_by_admin', { field: 'group_ids' })
  return wanted.length === 0 ? null : wanted
}

/** Answers whether links ended, as `becomeAdmin` does. */
async function changeGroups(
  tx: Db,
  context: Needs,
  { actor, request }: Changer,
  id: number,
  groups: number[],
): Promise<boolean> {
  // as they are now: the address may have changed with the groups
  const user = await requireUser(tx, actor, id)
  const { group_ids } = user
  const known = await knownGroups(tx, actor.org_id, [...groups, ...group_ids])
  const unknown = groups.find((group) => !known.some((each) => each.id === group))
  if (unknown !== undefined) throw refuse('user.unknown_group', { id: unknown, field: 'group_ids' })
  const changed = known.filter((group) => groups.includes(group.id) !== group_ids.includes(group.id))
  if (!changed.every(({ permissions }) => mayGovern(actor, permissions))) throw refuse('auth.forbidden')
  // joining and leaving
  if (changed.some(makesAdmins)) await requireProof({ ...context, db: tx }, request)
  await requireOwnGroupsStay(tx, actor, id, (group) => groups.includes(group))
  await setGroups(tx, id, groups)
  const isNewAdmin = changed.some((group) => makesAdmins(group) && groups.includes(group.id))
  return isNewAdmin && (await becomeAdmin(tx, user))
}

/** The change is saved, so the limit of mails must not refuse it. The home page offers another mail. */
async function askToVerify(context: Needs, id: number): Promise<void> {
  try {
    await requestVerification(context, id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** `request`: absent for the operator. */
export async function enableUser(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  actor: Actor,
  id: number,
  request?: FastifyRequest,
): Promise<UserWithKey> {
  const { db, clock } = context
  return await db.transaction().execute(async (tx) => {
    const user = await holdGoverned(tx, actor, id, request)
    if (request !== undefined) await requireProofForAdmins({ ...context, db: tx }, request, user)
    await setDisabled(tx, id, null, clock())
    return await requireUser(tx, actor, id)
  })
}

/** Withdraws an invitation. Throws user.delete_self, user.delete_active and user.delete_owner. */
export async function deleteInvited(
  context: Pick<ServerContext, 'db' | 'config' | 'clock'>,
  { actor, request }: Changer,
  id: number,
): Promise<UserWithKey> {
  if (actor.user_id === id) throw refuse('user.delete_self')
  return await context.db.transaction().execute(async (tx) => {
    // locked: the person may accept the invitation at this moment
    const user = await holdGoverned(tx, actor, id, request)
    if (!user.is_invitation_pending) throw refuse('user.delete_active')
    await requireProofForAdmins({ ...context, db: tx }, request, user)
    if (!(await deleteUserRow(tx, id))) throw refuse('user.delete_owner')
    return user
  })
}
