import { createAlert, createSubscription } from '#test/alert-factories.ts'
import type { SextantWithFlights } from './sextant-with-flights.ts'

/** Names in its data. */
export const alertNames = ['Late flights', 'webhook']

/** A muted alert of the admin, with a destination and one evaluation, for screenshots and axe. Nothing is sent. */
export async function alertShown(
  sextant: SextantWithFlights,
  queryId: number,
  destination_id: number,
): Promise<number> {
  const { id } = await createAlert(sextant, {
    ...{ query_id: queryId, user_id: sextant.admin.id, name: 'Late flights', rearm: 7200 },
    options: { column: 'delay', selector: 'max', op: '>', value: 10, muted: true },
  })
  await createSubscription(sextant, { alert_id: id, user_id: sextant.admin.id, destination_id })
  await createSubscription(sextant, { alert_id: id, user_id: sextant.member.id })
  const reply = await fetch(`${sextant.url}/api/alerts/${id}/eval`, {
    method: 'POST',
    headers: { authorization: `Key ${sextant.admin.api_key}` },
  })
  if (!reply.ok) throw new Error(`The alert is not evaluated: ${reply.status} ${await reply.text()}`)
  return id
}
