import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { OpenedChoices } from '#shared/users/opened-api.ts'
import { keepingAdmins } from '../identity/groups/keep-admins.ts'
import { revokeAccountLinks } from '../identity/link-tokens/link-tokens.ts'
import type { ServerContext } from '../kernel/server-context.ts'
import { endSessions } from '../identity/session/end-sessions.ts'
import { demandGoverned, demandUser, type UserWithKey } from '../identity/users/demand-user.ts'
import { renewKey } from '../identity/users/renew-key.ts'
import { setDisabled } from '../identity/users/user-change-store.ts'
import { closeOpened } from './close-opened.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock'>

/**
 * Shuts a user out at once: sessions, the API key, and links that were sent are over for good. What the user has opened for
 * others is kept, handed over or ended, as `choices` and their defaults say; the rest stays.
 */
export async function disableUser(
  context: Needs,
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
