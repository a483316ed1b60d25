import type { FastifyInstance } from 'fastify'
import { findDestinationType } from '#destinations/registry.ts'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import * as api from '#shared/deliveries/deliveries-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  countDeliveries,
  findDelivery,
  type Hindrance,
  type ListedDelivery,
  listAttempts,
  listDeliveries,
  requeueDelivery,
} from './delivery-list-store.ts'

export function registerDeliveryRoutes(app: FastifyInstance, { db }: ServerContext): void {
  serve(
    app,
    api.listDeliveries,
  )(async ({ actor, query }) => {
    const page = requirePage(query)
    const { destination_id, alert_id, state } = query
    const filter = { org_id: actor.org_id, destination_id, alert_id, state }
    const found = await listDeliveries(db, filter, page)
    return pageReply(page, await countDeliveries(db, filter), found.map(present))
  })

  serve(
    app,
    api.getDelivery,
  )(async ({ actor, params }) => {
    const found = await requireDelivery(db, actor.org_id, params.id)
    const attempts = await listAttempts(db, found.id)
    return {
      ...present(found),
      log: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
    }
  })

  serve(
    app,
    api.sendDeliveryAgain,
  )(async ({ actor, params }) => present(await sendAgain(db, actor, params.id)))
}

function present(row: ListedDelivery): api.Delivery {
  const { alert_id, alert_name, user_id, user_name } = row
  return {
    id: row.id,
    state: row.state,
    is_test: alert_id === null,
    alert: alert_id === null ? null : { id: alert_id, name: alert_name ?? '' },
    alert_state: row.alert_state,
    destination: destinationOf(row),
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    last_error: row.last_error,
    sent_at: row.sent_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    can_send_again: (row.state === 'failed' || row.state === 'given_up') && row.hindrance === null,
  }
}

function destinationOf({ destination_id, destination_name, destination_type }: ListedDelivery) {
  if (destination_id === null || destination_name === null || destination_type === null) return null
  const icon = findDestinationType(destination_type)?.icon ?? ''
  return { id: destination_id, name: destination_name, type: destination_type, icon }
}

const reasons: Readonly<Record<Hindrance, Phrase>> = {
  test: phrase('it was a test. Please send a new one from the page of the destination.'),
  message_gone: phrase('its text is kept for a week only.'),
  outdated: phrase('it is no longer true, or a newer message went to the same recipient.'),
  not_subscribed: phrase('the recipient no longer gets messages of this alert, or may not see its query.'),
}

/**
 * Sends a failed delivery again, with its original message and key. A delivery that is queued or was sent in the
 * meantime is returned unchanged, so a double click sends once. Throws not_found and delivery.not_again.
 */
async function sendAgain(db: Db, { org_id }: Actor, id: number): Promise<ListedDelivery> {
  const found = await requireDelivery(db, org_id, id)
  if (found.hindrance === 'test') throw refuse('delivery.not_again', { reason: reasons.test })
  if (found.state === 'queued' || found.state === 'sent') return found
  if (found.hindrance !== null) throw refuse('delivery.not_again', { reason: reasons[found.hindrance] })
  await requeueDelivery(db, id)
  return await requireDelivery(db, org_id, id)
}

async function requireDelivery(db: Db, orgId: number, id: number): Promise<ListedDelivery> {
  const found = await findDelivery(db, orgId, id)
  if (found === null) throw refuse('not_found')
  return found
}
