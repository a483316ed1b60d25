import { sql } from 'kysely'
import type { DeliveryState } from '../db/alert-tables.ts'
import type { Db } from '../db/database.ts'

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

function listed(db: Db, filter: DeliveryFilter) {
  return matching(db, filter)
    .leftJoin('alerts', 'alerts.id', 'alert_deliveries.alert_id')
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
    ])
}

export type ListedDelivery = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export async function countDeliveries(db: Db, filter: DeliveryFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The newest first. */
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

/** In the order in which they were made. */
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
