import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, Nullable } from '../http/schemas.ts'
import { User } from '../users/user.ts'

/**
 * Where messages of an alert go: to a destination, or without one to the user by mail
 * (docs/reference/api-alerts.md#subscriptions).
 */
export const Subscription = Type.Object({
  id: Id,
  user: User,
  alert_id: Id,
  destination: Type.Optional(
    Type.Object({ id: Id, name: Type.String(), type: Type.String(), icon: Type.String() }),
  ),
})
export type Subscription = Static<typeof Subscription>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/subscriptions',
  access: 'signed-in',
  params: IdParams,
  reply: Type.Array(Subscription),
})

/** Without a destination: the caller's own mail. An existing subscription is returned unchanged. */
export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/alerts/:id/subscriptions',
  access: 'signed-in',
  params: IdParams,
  body: Type.Object({ destination_id: Type.Optional(Nullable(Id)) }),
  reply: Subscription,
  errors: ['alert.unknown_destination'],
})

/** For the subscriber and admins. */
export const deleteSubscription = endpoint({
  method: 'DELETE',
  path: '/api/alerts/:id/subscriptions/:subscription_id',
  access: 'signed-in',
  params: Type.Object({ id: Id, subscription_id: Id }),
  reply: Type.Null(),
  errors: ['auth.not_owner'],
})
