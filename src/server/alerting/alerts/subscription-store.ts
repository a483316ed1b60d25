import { type Selectable, sql } from 'kysely'
import { type AlertSubscriptionsTable, type Db, maySeeSource } from '#server/kernel/index.ts'
import type { AlertState } from '#shared/alerts/alert-rules.ts'

export type StoredSubscription = Selectable<AlertSubscriptionsTable> & {
  /** null: the user's own mail */
  destination: { id: number; name: string; type: string } | null
}

export async function listSubscriptions(db: Db, alertId: number): Promise<StoredSubscription[]> {
  return await selectSubscriptions(db).where('alert_subscriptions.alert_id', '=', alertId).execute()
}

function selectSubscriptions(db: Db) {
  return db
    .selectFrom('alert_subscriptions')
    .leftJoin('destinations', 'destinations.id', 'alert_subscriptions.destination_id')
    .selectAll('alert_subscriptions')
    .select(
      sql<StoredSubscription['destination']>`case when destinations.id is not null then
        json_build_object('id', destinations.id, 'name', destinations.name, 'type', destinations.type) end`.as(
        'destination',
      ),
    )
    .orderBy('alert_subscriptions.id')
}

export async function findSubscription(
  db: Db,
  orgId: number,
  alertId: number,
  id: number,
): Promise<StoredSubscription | null> {
  const row = await selectSubscriptions(db)
    .innerJoin('alerts', 'alerts.id', 'alert_subscriptions.alert_id')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .where('queries.org_id', '=', orgId)
    .where('alert_subscriptions.alert_id', '=', alertId)
    .where('alert_subscriptions.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Subscribes, or returns the existing subscription. null: the organization has no such destination. */
export async function subscribe(
  db: Db,
  orgId: number,
  values: { alert_id: number; user_id: number; destination_id: number | null },
): Promise<StoredSubscription | null> {
  const { alert_id, user_id, destination_id } = values
  return await db.transaction().execute(async (tx) => {
    if (destination_id !== null && !(await holdDestination(tx, orgId, destination_id))) return null
    await tx
      .insertInto('alert_subscriptions')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const stored = selectSubscriptions(tx).where('alert_subscriptions.alert_id', '=', alert_id)
    const same =
      destination_id === null
        ? stored.where('destination_id', 'is', null).where('alert_subscriptions.user_id', '=', user_id)
        : stored.where('destination_id', '=', destination_id)
    return await same.executeTakeFirstOrThrow()
  })
}

/** Locks the destination against deletion. */
async function holdDestination(tx: Db, orgId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('destinations')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSubscription(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_subscriptions')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface Recipient {
  user_id: number
  destination_id: number | null
  /** the newest undelivered message to this recipient reports the same state */
  is_waiting: boolean
}

/**
 * Recipients of an alert: its destinations, and users who are enabled and may see the query's data source, because a
 * mail shows rows of the result. A destination does not belong to its subscriber: it exists once for all users who want
 * the alert there, so it still gets messages after its subscriber leaves (README.md of this domain). Neither users nor
 * destinations can be deleted until the transaction ends.
 */
export async function listRecipients(tx: Db, alertId: number, state: AlertState): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select subscription.user_id, subscription.destination_id, coalesce((
      select waiting.message ->> 'state' = ${state} from alert_deliveries waiting
      where waiting.alert_id = subscription.alert_id and waiting.state = 'queued'
        and waiting.destination_id is not distinct from subscription.destination_id
        and (waiting.destination_id is not null or waiting.user_id = subscription.user_id)
      order by waiting.id desc limit 1), false) as is_waiting
    from alert_subscriptions subscription
    join alerts on alerts.id = subscription.alert_id
    join queries on queries.id = alerts.query_id
    join users on users.id = subscription.user_id
    where subscription.alert_id = ${alertId} and (
      subscription.destination_id is not null
      or users.disabled_at is null and ${maySeeSource('users.id', 'queries.data_source_id')}
    )
    order by subscription.id
    for key share of subscription`.execute(tx)
  return rows
}
