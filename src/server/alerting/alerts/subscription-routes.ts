import type { FastifyInstance } from 'fastify'
import { findDestinationType } from '#destinations/registry.ts'
import { serve } from '#server/http/index.ts'
import { loadUsers, requireUserId } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/alerts/alert-subscriptions-api.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { can, noGroups } from '#shared/permissions/can.ts'
import type { User } from '#shared/users/user.ts'
import { findAlert } from './alert-store.ts'
import { requireAlert } from './require-alert.ts'
import {
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  type StoredSubscription,
  subscribe,
} from './subscription-store.ts'

export function registerSubscriptionRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    api.listSubscriptions,
  )(async ({ actor, params }) => {
    const alert = await requireAlert(db, actor, params.id)
    return await present(db, await listSubscriptions(db, alert.id))
  })

  serve(
    app,
    api.createSubscription,
  )(async ({ actor, params, body }) => {
    const alert = await requireAlert(db, actor, params.id)
    if (body.destination_id != null) refuseFromGit(actor, alert)
    const stored = await subscribe(db, actor.org_id, {
      alert_id: alert.id,
      user_id: requireUserId(actor),
      destination_id: body.destination_id ?? null,
    })
    if (stored === null) throw refuse('alert.unknown_destination', { field: 'destination_id' })
    const [presented] = await present(db, [stored])
    if (presented === undefined) throw refuse('not_found')
    return presented
  })

  serve(
    app,
    api.deleteSubscription,
  )(async ({ actor, params }) => {
    const stored = await findSubscription(db, actor.org_id, params.id, params.subscription_id)
    // users may end their own subscription even if they can no longer see the query
    if (stored === null || !can(actor, 'own', { groups: noGroups, owner_id: stored.user_id })) {
      await requireAlert(db, actor, params.id)
      throw refuse(stored === null ? 'not_found' : 'auth.not_owner')
    }
    const alert = stored.destination === null ? null : await findAlert(db, actor.org_id, params.id)
    if (alert !== null) refuseFromGit(actor, alert)
    if (!(await deleteSubscription(db, stored.id))) throw refuse('not_found')
    return null
  })
}

async function present(db: Db, stored: readonly StoredSubscription[]): Promise<api.Subscription[]> {
  const users = await loadUsers(db, [...new Set(stored.map(({ user_id }) => user_id))])
  return stored.flatMap((subscription) => presentOne(subscription, users) ?? [])
}

function presentOne(
  { id, alert_id, user_id, destination }: StoredSubscription,
  users: ReadonlyMap<number, User>,
): api.Subscription | null {
  const user = users.get(user_id)
  if (user === undefined) return null
  if (destination === null) return { id, user, alert_id }
  return {
    id,
    user,
    alert_id,
    destination: { ...destination, icon: findDestinationType(destination.type)?.icon ?? '' },
  }
}
