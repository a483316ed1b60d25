import type { Db } from '#server/kernel/index.ts'
import { requireVisible } from '#server/queries/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Actor, can, isHeldByGit, noGroups } from '#shared/permissions/can.ts'
import { findAlert, type StoredAlert } from './alert-store.ts'

/** An alert on a query that the actor may see. Throws not_found and auth.forbidden. */
export async function requireAlert(db: Db, actor: Actor, id: number): Promise<StoredAlert> {
  const alert = await findAlert(db, actor.org_id, id)
  if (alert === null) throw refuse('not_found')
  await requireVisible(db, actor, alert.query_id)
  return alert
}

/** An alert the actor may change: their own, or any for admins. Throws not_found, auth.forbidden, auth.not_owner. */
export async function requireOwnAlert(db: Db, actor: Actor, id: number): Promise<StoredAlert> {
  const alert = await requireAlert(db, actor, id)
  if (!ownsAlert(actor, alert)) throw refuse('auth.not_owner')
  return alert
}

/** An alert the actor may change here. Throws as requireOwnAlert, and content.from_git. */
export async function requireChangeableAlert(db: Db, actor: Actor, id: number): Promise<StoredAlert> {
  const alert = await requireOwnAlert(db, actor, id)
  refuseFromGit(actor, alert)
  return alert
}

export function mayChangeAlert(actor: Actor, alert: StoredAlert): boolean {
  return ownsAlert(actor, alert) && !isHeldByGit(actor, { is_from_git: alert.from_git !== null })
}

function ownsAlert(actor: Actor, alert: Pick<StoredAlert, 'user_id'>): boolean {
  return can(actor, 'own', { groups: noGroups, owner_id: alert.user_id })
}
