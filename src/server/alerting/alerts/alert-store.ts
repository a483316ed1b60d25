import { type Selectable, sql } from 'kysely'
import type { AlertsTable, Db } from '#server/kernel/index.ts'

export type StoredAlert = Selectable<AlertsTable>

/** Alerts on queries of these data sources, newest first. */
export async function listAlerts(
  db: Db,
  orgId: number,
  sourceIds: readonly number[],
): Promise<StoredAlert[]> {
  return await db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .selectAll('alerts')
    .where('queries.org_id', '=', orgId)
    .where(sql<boolean>`queries.data_source_id = any(${sql.val([...sourceIds])}::integer[])`)
    .where('queries.is_archived', '=', false)
    .orderBy('alerts.id', 'desc')
    .execute()
}

export async function findAlert(db: Db, orgId: number, id: number): Promise<StoredAlert | null> {
  const row = await db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .selectAll('alerts')
    .where('queries.org_id', '=', orgId)
    .where('alerts.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export interface AlertValues {
  name: string
  query_id: number
  /** JSON text */
  options: string
  rearm: number | null
}

export async function insertAlert(db: Db, userId: number, values: AlertValues): Promise<StoredAlert> {
  return await db
    .insertInto('alerts')
    .values({ ...values, user_id: userId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** null: the alert was deleted. */
export async function updateAlert(
  db: Db,
  id: number,
  values: Partial<AlertValues>,
): Promise<StoredAlert | null> {
  const row = await db
    .updateTable('alerts')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function deleteAlert(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('alerts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** The alert, locked until the transaction ends; null if it was deleted. */
export async function lockAlert(tx: Db, id: number): Promise<StoredAlert | null> {
  const row = await tx.selectFrom('alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}
