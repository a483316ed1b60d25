import {
  endSessions,
  keepingAdmins,
  renewKey,
  requireGoverned,
  requireUser,
  revokeAccountLinks,
  setDisabled,
  type UserWithKey,
} from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { OpenedChoices } from '#shared/users/opened-api.ts'
import { closeOpened } from './close-opened.ts'

type Needs = Pick<ServerContext, 'db' | 'secrets' | 'clock'>

/**
 * Disables a user at once: sessions, the API key and sent links end for good. What the user has opened for others
 * is kept, handed over or ended by `choices` and their defaults; everything else stays.
 */
export async function disableUser(
  context: Needs,
  actor: Actor,
  id: number,
  choices: OpenedChoices = {},
): Promise<UserWithKey> {
  const { db, secrets, clock } = context
  if (actor.user_id === id) throw refuse('user.disable_self')
  const user = await requireGoverned(db, actor, id)
  const now = clock()
  await keepingAdmins(context, actor, async (tx) => {
    await setDisabled(tx, id, user.disabled_at ?? now, now)
    await endSessions({ db: tx }, id)
    await revokeAccountLinks(tx, id)
    await renewKey(tx, secrets, id, now)
    await closeOpened(tx, secrets, { id, org_id: actor.org_id }, choices)
  })
  return await requireUser(db, actor, id)
}
