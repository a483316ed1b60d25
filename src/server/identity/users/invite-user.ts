import type { FastifyRequest } from 'fastify'
import { apiKeyColumns, type Db, limitRate, type ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { sendInvitation } from '../account-links/send-account-link.ts'
import { currentOrganization } from '../organizations/organization-store.ts'
import { randomKey } from './api-key.ts'
import { holdGoverned, requireGoverned, requireUser, type UserWithKey } from './require-user.ts'
import { insertUser, updateUser } from './user-change-store.ts'
import { requireEmail, requireName } from './user-fields.ts'

type Needs = Pick<ServerContext, 'db' | 'config' | 'secrets' | 'clock'>

export interface Invitation {
  name: string
  email: string
  /** false: answer the link and send no mail */
  byMail: boolean
  /** the word of the inviter verifies the address, even without a mail */
  isBelieved: boolean
  /** public address of the instance */
  instance: string
  /** network address of the caller, for the limit */
  caller: string
}

interface Invited {
  user: UserWithKey
  /** null: a mail was sent */
  link: string | null
}

/**
 * Creates an invited user. Throws request.invalid, user.bad_email, user.email_taken and request.rate_limited.
 */
export async function createInvitedUser(
  context: Needs,
  actor: Actor,
  invitation: Invitation,
): Promise<Invited> {
  const { db, config, secrets, clock } = context
  const name = requireName(invitation.name)
  const email = requireEmail(invitation.email, config.blockedDomains)
  await limitInvitations(context, invitation.caller)
  const now = clock()
  return await db.transaction().execute(async (tx) => {
    const key = apiKeyColumns(secrets, randomKey())
    const values = { org_id: actor.org_id, name, email, ...key, is_invitation_pending: true }
    const id = await insertUser(tx, values, now)
    if (id === null) throw refuse('user.email_taken', { field: 'email' })
    return await invited(tx, context, actor, await requireUser(tx, actor, id), invitation)
  })
}

/**
 * Invites a user again who has not accepted yet. Throws not_found, user.no_invitation and request.rate_limited.
 */
export async function inviteAgain(
  context: Needs,
  { actor, request }: { actor: Actor; request: FastifyRequest },
  id: number,
  { caller, ...invitation }: Pick<Invitation, 'instance' | 'caller' | 'isBelieved'>,
): Promise<Invited> {
  const { db } = context
  requirePending(await requireGoverned(db, actor, id))
  await limitInvitations(context, caller)
  return await db.transaction().execute(async (tx) => {
    // locked: the person may accept an earlier link at this moment, and this invitation would verify their address
    const user = await holdGoverned(tx, actor, id, request)
    requirePending(user)
    return await invited(tx, context, actor, user, { ...invitation, byMail: true })
  })
}

function requirePending({ is_invitation_pending, disabled_at }: UserWithKey): void {
  if (!is_invitation_pending || disabled_at !== null) throw refuse('user.no_invitation')
}

/**
 * The person who accepts a link that was not mailed need not be the one whose address it is: a login at a provider with
 * this address must not open the account then, as another person may know its password.
 */
async function invited(
  tx: Db,
  { config, clock }: Needs,
  actor: Actor,
  user: UserWithKey,
  { byMail, isBelieved, instance }: Pick<Invitation, 'byMail' | 'isBelieved' | 'instance'>,
): Promise<Invited> {
  const organization = await currentOrganization({ db: tx })
  const inviter = await requireUser(tx, actor, actor.user_id ?? 0)
  const link = await sendInvitation(tx, {
    user,
    inviter,
    organization: organization.name,
    instance,
    byMail,
    config,
    now: clock(),
  })
  const is_email_verified = link === null || isBelieved
  await updateUser(tx, user.id, { is_email_verified }, clock())
  return { user: { ...user, is_email_verified }, link }
}

async function limitInvitations(context: Needs, caller: string): Promise<void> {
  await limitRate(context, { name: 'invite', caller, perHour: context.config.newUsersPerHour })
}
