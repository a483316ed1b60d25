import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { OpenedChoices } from '#shared/users/opened-api.ts'
import { keepingAdmins } from '../groups/keep-admins.ts'
import { revokeAccountLinks } from '../link-tokens/link-tokens.ts'
import type { ServerContext } from '../server-context.ts'
import { endSessions } from '../session/end-sessions.ts'
import { closeOpened } from './close-opened.ts'
import { demandGoverned, demandUser, type UserWithKey } from './demand-user.ts'
import { renewKey } from './renew-key.ts'
import { deleteUserRow, setDisabled } from './user-change-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock'>
type NeedsSecrets = Pick<ServerContext, 'db' | 'secrets' | 'clock'>

/**
 * Shuts a user out at once: sessions, the API key, and links that were sent are over for good. What the user has opened for
 * others is kept, handed over or ended, as `choices` and their defaults say; the rest stays.
 */
export async function disableUser(
  context: NeedsSecrets,
  actor: Actor,
  id: number,
  choices: OpenedChoices = {},
): Promise<UserWithKey> {
  const { db, secrets, clock } = context
  if (actor.user_id === id) throw refuse('user.disable_self')
  const user = await demandGoverned(db, actor, id)
  const now = clock()
  await keepingAdmins(context, actor, async (tx) => {
    await setDisabled(tx, id, user.disabled_at ?? now, now)
    await endSessions({ db: tx }, id)
    await revokeAccountLinks(tx, id)
    await renewKey(tx, secrets, id, now)
    await closeOpened(tx, secrets, { id, org_id: actor.org_id }, choices)
  })
  return await demandUser(db, actor, id)
}

export async function enableUser({ db, clock }: Needs, actor: Actor, id: number): Promise<UserWithKey> {
  await demandGoverned(db, actor, id)
  await setDisabled(db, id, null, clock())
  return await demandUser(db, actor, id)
}

/** Takes an invitation back. Throws user.delete_self, user.delete_active and user.delete_owner. */
export async function deleteInvited({ db }: Needs, actor: Actor, id: number): Promise<UserWithKey> {
  if (actor.user_id === id) throw refuse('user.delete_self')
  const user = await demandGoverned(db, actor, id)
  if (!user.is_invitation_pending) throw refuse('user.delete_active')
  if (!(await deleteUserRow(db, id))) throw refuse('user.delete_owner')
  return user
}
