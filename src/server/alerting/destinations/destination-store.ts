import { type Selectable, sql } from 'kysely'
import { type Db, type DestinationsTable, violates } from '#server/kernel/index.ts'

export type StoredDestination = Selectable<DestinationsTable>

/** Sorted by id. */
export async function listDestinations(db: Db, orgId: number): Promise<StoredDestination[]> {
  return await db.selectFrom('destinations').selectAll().where('org_id', '=', orgId).orderBy('id').execute()
}

export async function findDestination(db: Db, orgId: number, id: number): Promise<StoredDestination | null> {
  const row = await db
    .selectFrom('destinations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export type DestinationValues = Pick<StoredDestination, 'name' | 'type' | 'encrypted_options'>

/** null if the organization already has a destination with this name. */
export async function insertDestination(
  db: Db,
  owner: { org_id: number; user_id: number | null },
  values: DestinationValues,
): Promise<StoredDestination | null> {
  const row = await db
    .insertInto('destinations')
    .values({ ...owner, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function updateDestination(
  db: Db,
  id: number,
  values: DestinationValues,
): Promise<StoredDestination | 'name_taken' | 'gone'> {
  try {
    const row = await db
      .updateTable('destinations')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row ?? 'gone'
  } catch (error) {
    if (violates(error, 'destinations_org_id_name_key')) return 'name_taken'
    throw error
  }
}

/** `in_use`: alerts are subscribed to it, and `unsubscribe` is not set. */
export async function deleteDestination(
  db: Db,
  orgId: number,
  id: number,
  options: { unsubscribe: boolean },
): Promise<'deleted' | 'gone' | 'in_use'> {
  try {
    return await db.transaction().execute(async (tx) => {
      if ((await findDestination(tx, orgId, id)) === null) return 'gone'
      // first the subscriptions, then the destination: the lock order of an evaluation
      if (options.unsubscribe) {
        await tx.deleteFrom('alert_subscriptions').where('destination_id', '=', id).execute()
      }
      const { numDeletedRows } = await tx.deleteFrom('destinations').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n ? 'deleted' : 'gone'
    })
  } catch (error) {
    if (violates(error, 'alert_subscriptions_destination_id_fkey')) return 'in_use'
    throw error
  }
}

/** Alerts that notify this destination, and their total number. */
export async function listSubscribedAlerts(
  db: Db,
  id: number,
  limit: number,
): Promise<{ alerts: { id: number; name: string }[]; count: number }> {
  const rows = await db
    .selectFrom('alert_subscriptions')
    .innerJoin('alerts', 'alerts.id', 'alert_subscriptions.alert_id')
    .where('alert_subscriptions.destination_id', '=', id)
    .select(['alerts.id', 'alerts.name', sql<number>`(count(*) over ())::integer`.as('count')])
    .orderBy('alerts.id')
    .limit(limit)
    .execute()
  return { alerts: rows.map(({ id: alertId, name }) => ({ id: alertId, name })), count: rows[0]?.count ?? 0 }
}
