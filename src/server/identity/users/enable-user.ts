import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireGoverned, requireUser, type UserWithKey } from './require-user.ts'
import { deleteUserRow, setDisabled } from './user-change-store.ts'

type Needs = Pick<ServerContext, 'db' | 'clock'>

export async function enableUser({ db, clock }: Needs, actor: Actor, id: number): Promise<UserWithKey> {
  await requireGoverned(db, actor, id)
  await setDisabled(db, id, null, clock())
  return await requireUser(db, actor, id)
}

/** Withdraws an invitation. Throws user.delete_self, user.delete_active and user.delete_owner. */
export async function deleteInvited({ db }: Needs, actor: Actor, id: number): Promise<UserWithKey> {
  if (actor.user_id === id) throw refuse('user.delete_self')
  const user = await requireGoverned(db, actor, id)
  if (!user.is_invitation_pending) throw refuse('user.delete_active')
  if (!(await deleteUserRow(db, id))) throw refuse('user.delete_owner')
  return user
}
