import { sql } from 'kysely'
import { type Db, type DeliveryState, maySeeSource } from '#server/kernel/index.ts'

export interface DeliveryFilter {
  org_id: number
  destination_id?: number | undefined
  alert_id?: number | undefined
  state?: DeliveryState | undefined
}

function matching(db: Db, filter: DeliveryFilter) {
  const { org_id, destination_id, alert_id, state } = filter
  let rows = db.selectFrom('alert_deliveries').where('alert_deliveries.org_id', '=', org_id)
  if (destination_id !== undefined) rows = rows.where('alert_deliveries.destination_id', '=', destination_id)
  if (alert_id !== undefined) rows = rows.where('alert_deliveries.alert_id', '=', alert_id)
  if (state !== undefined) rows = rows.where('alert_deliveries.state', '=', state)
  return rows
}

/** Why a failed delivery cannot be sent again. */
export type Hindrance = 'test' | 'message_gone' | 'outdated' | 'not_subscribed'

const place = (other: string) => sql`${sql.ref(`${other}.alert_id`)} = alert_deliveries.alert_id
  and ${sql.ref(`${other}.destination_id`)} is not distinct from alert_deliveries.destination_id
  and (alert_deliveries.destination_id is not null
    or ${sql.ref(`${other}.user_id`)} = alert_deliveries.user_id)`

/**
 * Only the newest message of an alert to a recipient may be sent again, and only while it is true: a late `triggered`
 * must not follow its `ok`. A user's own mail shows rows, so the user must be allowed to see them.
 */
const hindrance = sql<Hindrance | null>`case
  when alert_deliveries.alert_id is null then 'test'
  when alert_deliveries.state = 'superseded' then 'outdated'
  when alert_deliveries.message is null then 'message_gone'
  when alerts.state <> alert_deliveries.message ->> 'state'
    or exists (select from alert_deliveries later where later.id > alert_deliveries.id and ${place('later')})
    then 'outdated'
  when not exists (select from alert_subscriptions subscription where ${place('subscription')})
    or alert_deliveries.destination_id is null and (users.disabled_at is not null
      or not ${maySeeSource('users.id', 'queries.data_source_id')})
    then 'not_subscribed'
end`

function listed(db: Db, filter: DeliveryFilter) {
  return matching(db, filter)
    .leftJoin('alerts', 'alerts.id', 'alert_deliveries.alert_id')
    .leftJoin('queries', 'queries.id', 'alerts.query_id')
    .leftJoin('alert_evaluations', 'alert_evaluations.id', 'alert_deliveries.evaluation_id')
    .leftJoin('destinations', 'destinations.id', 'alert_deliveries.destination_id')
    .leftJoin('users', 'users.id', 'alert_deliveries.user_id')
    .select([
      'alert_deliveries.id',
      'alert_deliveries.state',
      'alert_deliveries.attempts',
      'alert_deliveries.next_attempt_at',
      'alert_deliveries.last_error',
      'alert_deliveries.sent_at',
      'alert_deliveries.created_at',
      'alert_deliveries.alert_id',
      'alerts.name as alert_name',
      'alert_evaluations.state as alert_state',
      'alert_deliveries.destination_id',
      'destinations.name as destination_name',
      'destinations.type as destination_type',
      'alert_deliveries.user_id',
      'users.name as user_name',
      hindrance.as('hindrance'),
    ])
}

export type ListedDelivery = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedDelivery[]> {
  return await listed(db, filter).orderBy('alert_deliveries.id', 'desc').limit(limit).offset(offset).execute()
}

export async function findDelivery(db: Db, orgId: number, id: number): Promise<ListedDelivery | null> {
  const row = await listed(db, { org_id: orgId }).where('alert_deliveries.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Sends a failed delivery again, as if for the first time. false: it is already queued, or was sent. */
export async function requeueDelivery(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    with queued as (
      update alert_deliveries
      set state = 'queued', next_attempt_at = now(), attempts_before = attempts, last_error = null
      where id = ${id} and state in ('failed', 'given_up') and message is not null
      returning id
    )
    select graphile_worker.add_job('send_deliveries', '{}', max_attempts := 1, job_key := 'send_deliveries')
    from queued`.execute(db)
  return rows.length > 0
}

/** Oldest first. */
export async function listAttempts(
  db: Db,
  deliveryId: number,
): Promise<{ at: Date; ok: boolean; status: number | null; detail: string | null }[]> {
  return await db
    .selectFrom('alert_delivery_attempts')
    .where('delivery_id', '=', deliveryId)
    .select(['at', 'ok', 'status', 'detail'])
    .orderBy('id')
    .execute()
}
