import type { Db } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findDelivery, type Hindrance, type ListedDelivery, requeueDelivery } from './delivery-list-store.ts'

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
export async function sendAgain(db: Db, { org_id }: Actor, id: number): Promise<ListedDelivery> {
  const found = await requireDelivery(db, org_id, id)
  if (found.hindrance === 'test') throw refuse('delivery.not_again', { reason: reasons.test })
  if (found.state === 'queued' || found.state === 'sent') return found
  if (found.hindrance !== null) throw refuse('delivery.not_again', { reason: reasons[found.hindrance] })
  await requeueDelivery(db, id)
  return await requireDelivery(db, org_id, id)
}

export async function requireDelivery(db: Db, orgId: number, id: number): Promise<ListedDelivery> {
  const found = await findDelivery(db, orgId, id)
  if (found === null) throw refuse('not_found')
  return found
}
