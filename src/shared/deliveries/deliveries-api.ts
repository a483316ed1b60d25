import { type Static, Type } from 'typebox'
import { alertStates } from '../alerts/alert-rules.ts'
import { DestinationSummary } from '../destinations/destinations-api.ts'
import { endpoint } from '../http/endpoint.ts'
import { Paged } from '../http/paging.ts'
import { Id, IdParams, Nullable, Timestamp } from '../http/schemas.ts'

/**
 * `superseded`: replaced by a newer message while its channel was down. `failed`: permanently refused. `given_up`: all
 * attempts have failed.
 */
export const DeliveryState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('sent'),
  Type.Literal('superseded'),
  Type.Literal('failed'),
  Type.Literal('given_up'),
])

const Named = Type.Object({ id: Id, name: Type.String() })

const delivery = {
  id: Id,
  state: DeliveryState,
  is_test: Type.Boolean(),
  /** null: a test */
  alert: Nullable(Named),
  /** the state in the message; null: a test, or older than the kept evaluations */
  alert_state: Nullable(Type.Enum([...alertStates])),
  /** null: the user's own mail */
  destination: Nullable(DestinationSummary),
  /** the user who subscribed or tested the destination */
  user: Nullable(Named),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  last_error: Nullable(Type.String()),
  sent_at: Nullable(Timestamp),
  created_at: Timestamp,
  /** whether it has failed and its message is still available and true */
  can_send_again: Type.Boolean(),
}

export const Delivery = Type.Object(delivery)
export type Delivery = Static<typeof Delivery>

export const DeliveryAttempt = Type.Object({
  at: Timestamp,
  ok: Type.Boolean(),
  /** HTTP status of the reply, if any */
  status: Nullable(Type.Integer()),
  detail: Nullable(Type.String()),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

/** The newest first. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/deliveries',
  access: ['admin'],
  query: Type.Object({
    page: Type.Optional(Type.String()),
    page_size: Type.Optional(Type.String()),
    destination_id: Type.Optional(Id),
    alert_id: Type.Optional(Id),
    state: Type.Optional(DeliveryState),
  }),
  reply: Paged(Delivery),
})

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/deliveries/:id',
  access: ['admin'],
  params: IdParams,
  reply: Type.Object({ ...delivery, log: Type.Array(DeliveryAttempt) }),
})

/** Sends a failed message again. Repeated requests send it once. */
export const sendDeliveryAgain = endpoint({
  method: 'POST',
  path: '/api/deliveries/:id/send_again',
  access: ['admin'],
  params: IdParams,
  reply: Delivery,
  errors: ['delivery.not_again'],
})
