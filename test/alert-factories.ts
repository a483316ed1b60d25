import type { AlertMessage } from '#destinations/destination.ts'
import { sampleMessage } from '#destinations/sample-messages.ts'
import { createQuery, defaultOrganization, firstUser, type Needs, next } from './factories.ts'

/** An alert of the first user on its own query; by default: the first `n` is above 1. */
export async function createAlert(
  needs: Needs,
  options: {
    query_id?: number
    user_id?: number
    name?: string
    options?: Record<string, unknown>
    state?: 'unknown' | 'ok' | 'triggered'
    rearm?: number | null
    last_triggered_at?: Date
  } = {},
): Promise<{ id: number; query_id: number }> {
  const query_id = options.query_id ?? (await createQuery(needs)).id
  const { name = `alert ${next()}`, state = 'unknown', rearm = null } = options
  return await needs.db
    .insertInto('alerts')
    .values({
      ...{ name, query_id, state, rearm, last_triggered_at: options.last_triggered_at ?? null },
      user_id: options.user_id ?? (await firstUser(needs)),
      options: JSON.stringify(options.options ?? { column: 'n', op: '>', value: 1 }),
    })
    .returning(['id', 'query_id'])
    .executeTakeFirstOrThrow()
}

/** By default, a webhook. */
export async function createDestination(
  needs: Needs,
  options: { org_id?: number; name?: string; type?: string; options?: Record<string, unknown> } = {},
): Promise<{ id: number; name: string }> {
  const org_id = options.org_id ?? (await defaultOrganization(needs)).id
  const { name = `destination ${next()}`, type = 'webhook' } = options
  return await needs.db
    .insertInto('destinations')
    .values({
      ...{ org_id, user_id: null, name, type },
      encrypted_options: needs.secrets.seal(options.options ?? { url: 'https://hooks.example.com/in' }),
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Without a destination: the user's own mail. */
export async function createSubscription(
  { db }: Needs,
  options: { alert_id: number; user_id: number; destination_id?: number },
): Promise<{ id: number }> {
  return await db
    .insertInto('alert_subscriptions')
    .values({ destination_id: null, ...options })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A pending message: to a destination, or to the user's own mail. Without an alert: a test. */
export async function createDelivery(
  needs: Needs,
  options: {
    org_id?: number
    user_id?: number
    destination_id?: number | null
    alert_id?: number | null
    evaluation_id?: number | null
    message?: AlertMessage
    /** given up, with this last error */
    last_error?: string
  } = {},
): Promise<{ id: number }> {
  const { destination_id = null, alert_id = null, evaluation_id = null } = options
  const user_id = options.user_id ?? (await firstUser(needs))
  return await needs.db
    .insertInto('alert_deliveries')
    .values({
      org_id: options.org_id ?? (await defaultOrganization(needs)).id,
      ...{ user_id, alert_id, destination_id, evaluation_id },
      message: JSON.stringify(options.message ?? sampleMessage('triggered')),
      ...(options.last_error === undefined
        ? {}
        : { state: 'given_up', attempts: 7, next_attempt_at: null, last_error: options.last_error }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
