import { sampleMessage } from '#destinations/sample-messages.ts'
import { createAlert, createDelivery, createDestination, createSubscription } from '#test/alert-factories.ts'
import type { CastOfUsers } from '#test/factories.ts'
import type { SextantUnderTest } from './sextant-under-test.ts'

export const shownDestination = {
  name: 'Operations room',
  alert: 'Average delay above 20 minutes',
  error: 'The answer was 503 Service Unavailable: no healthy upstream',
}

/** A destination used by an alert, with one failed message and one that was mailed, for screenshots and axe. */
export async function createShownDestination(
  sextant: SextantUnderTest & CastOfUsers,
  queryId: number,
): Promise<number> {
  const { name, alert: alertName, error } = shownDestination
  const user_id = sextant.admin.id
  const destination = await createDestination(sextant, { name })
  const alert = await createAlert(sextant, {
    ...{ query_id: queryId, user_id, name: alertName, state: 'triggered' },
    // keeps its state constant
    options: { column: 'delay', op: '>', value: -1_000_000, muted: true },
  })
  const told = { alert_id: alert.id, user_id, destination_id: destination.id }
  await createSubscription(sextant, told)
  const message = sampleMessage('triggered')
  const { id } = await createDelivery(sextant, { ...told, message, last_error: error })
  await sextant.pool.query(
    `insert into alert_delivery_attempts (delivery_id, at, ok, status, detail)
      select $1, now() - n * interval '12 minutes', false, 503, $2 from generate_series(7, 1, -1) n`,
    [id, error],
  )
  return destination.id
}
