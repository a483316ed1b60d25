import { setTimeout as delay } from 'node:timers/promises'
import type { AlertMessage } from '#destinations/destination.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { t, translatePhrase } from '#shared/messages/translate.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { abandonDelivery, findDeliveryState } from './delivery-store.ts'
import { queueDeliveries } from './queue-deliveries.ts'

/** Longer than an attempt may take. */
const patienceMilliseconds = 50_000
const lookMilliseconds = 200
/** A live worker takes a delivery at once. */
const takenWithinMilliseconds = 20_000

type Needs = Pick<ServerContext, 'db' | 'clock'>

/**
 * Sends a test message through a worker, like every message, and waits for the outcome. It stays in the log of
 * deliveries. `baseUrl` is the address of this instance, without a trailing slash.
 */
export async function testDelivery(
  needs: Needs,
  actor: Actor,
  destination: { id: number; name: string },
  baseUrl: string,
): Promise<{ ok: boolean; message: string }> {
  const { db, clock } = needs
  if (actor.user_id === null) throw refuse('auth.forbidden')
  const [id] = await queueDeliveries(db, [
    {
      ...{ org_id: actor.org_id, alert_id: null, evaluation_id: null },
      ...{ destination_id: destination.id, user_id: actor.user_id },
      message: testMessage(destination, actor.user_id, baseUrl, clock()),
    },
  ])
  return id === undefined ? gone() : await waitForEnd(needs, id)
}

async function waitForEnd({ db }: Needs, id: number): Promise<{ ok: boolean; message: string }> {
  const began = performance.now()
  for (;;) {
    const delivery = await findDeliveryState(db, id)
    if (delivery === null) return gone()
    if (delivery.state === 'sent') return { ok: true, message: 'success' }
    if (delivery.state !== 'queued') return { ok: false, message: delivery.last_error ?? delivery.state }
    const waited = performance.now() - began
    const reason = phrase('No worker has taken the test. Are workers running?')
    // the log of deliveries is English
    if (waited > takenWithinMilliseconds && (await abandonDelivery(db, id, String(reason)))) {
      return { ok: false, message: translatePhrase(reason) }
    }
    if (waited > patienceMilliseconds) return { ok: false, message: t('The test has not ended yet.') }
    await delay(lookMilliseconds)
  }
}

function gone() {
  return { ok: false, message: t('The destination was deleted.') }
}

function testMessage(
  { id, name }: { id: number; name: string },
  userId: number,
  base: string,
  now: Date,
): AlertMessage {
  const at = now.toISOString()
  return {
    state: 'triggered',
    alert: {
      id: 0,
      name: t('Test of the destination {name}', { name }),
      url: `${base}/destinations/${id}`,
      options: { selector: 'first', column: 'value', op: '>', value: '1', muted: false },
      ...{ rearm: 0, last_triggered_at: at, created_at: at, updated_at: at, query_id: 0, user_id: userId },
    },
    query: { id: 0, name: t('No query: this is a test'), url: `${base}/queries`, text: 'select 2 as value' },
    custom_subject: t('Test: Sextant reaches the destination {name}', { name }),
    custom_body: t('This message was sent to try the destination out. There is nothing to do.'),
    result: {
      ...{ value: '2', condition: '>', threshold: '1', row_count: 1 },
      columns: [{ name: 'value', friendly_name: 'value', type: 'integer' }],
      rows: [['2']],
    },
    base_url: base,
    metadata: {},
    is_test: true,
  }
}
