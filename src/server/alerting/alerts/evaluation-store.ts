import { type Selectable, sql } from 'kysely'
import type { AlertEvaluationsTable, Db } from '#server/kernel/index.ts'
import type { AlertCriteria, AlertState, EvaluationReason, NoticeReason } from '#shared/alerts/alert-rules.ts'
import type { StoredAlert } from './alert-store.ts'

/** The fields of an alert's query. */
export interface AlertedQuery {
  id: number
  org_id: number
  name: string
  query_text: string
}

export interface DueAlert {
  alert: StoredAlert
  query: AlertedQuery
}

type Text = { data_source_id: number; query_hash: string }

/** Options of the alerts that watch results of this text. */
export async function listOptionsOfText(db: Db, text: Text): Promise<string[]> {
  const rows = await selectOfText(db, text).select('alerts.options').execute()
  return rows.map((row) => row.options)
}

/** The alerts that watch results of this text, locked until the transaction ends. */
export async function lockAlertsOfText(tx: Db, text: Text): Promise<DueAlert[]> {
  const rows = await selectOfText(tx, text)
    .selectAll('alerts')
    .select(['queries.org_id', 'queries.name as query_name', 'queries.query_text'])
    .orderBy('alerts.id')
    .forUpdate('alerts')
    .execute()
  return rows.map(({ org_id, query_name, query_text, ...alert }) => ({
    alert,
    query: { id: alert.query_id, org_id, name: query_name, query_text },
  }))
}

function selectOfText(db: Db, { data_source_id, query_hash }: Text) {
  return db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .where('queries.data_source_id', '=', data_source_id)
    .where('queries.query_hash', '=', query_hash)
    .where('queries.is_archived', '=', false)
}

/** The newest result of an alert's query; null: none. */
export async function findNewestResult(
  db: Db,
  alertId: number,
): Promise<{ id: number; columns_json: string; row_count: number } | null> {
  const row = await db
    .selectFrom('alerts')
    .innerJoin('queries', 'queries.id', 'alerts.query_id')
    .innerJoin('query_results', 'query_results.id', 'queries.latest_result_id')
    .select(['query_results.id', 'query_results.columns_json', 'query_results.row_count'])
    .where('alerts.id', '=', alertId)
    .executeTakeFirst()
  return row ?? null
}

export async function findAlertedQuery(db: Db, id: number): Promise<AlertedQuery> {
  return await db
    .selectFrom('queries')
    .select(['id', 'org_id', 'name', 'query_text'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Not a save: the date of the last change stays. */
export async function moveAlert(
  tx: Db,
  id: number,
  memory: { state: AlertState; last_triggered_at: Date | null },
): Promise<void> {
  await tx.updateTable('alerts').set(memory).where('id', '=', id).execute()
}

export interface NewEvaluation {
  alert_id: number
  at: Date
  query_result_id: number | null
  is_manual: boolean
  state_before: AlertState
  state: AlertState
  value: string | null
  criteria: AlertCriteria
  why: EvaluationReason
  notice: NoticeReason
  notified: boolean
}

const keptEvaluations = 500

/** Records the evaluation; keeps the newest 500 of each alert. Returns its id. */
export async function insertEvaluation(tx: Db, evaluation: NewEvaluation): Promise<number> {
  const { id } = await tx
    .insertInto('alert_evaluations')
    .values({ ...evaluation, criteria: JSON.stringify(evaluation.criteria) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    delete from alert_evaluations where alert_id = ${evaluation.alert_id} and id <= (
      select id from alert_evaluations where alert_id = ${evaluation.alert_id}
      order by id desc offset ${keptEvaluations} limit 1)`.execute(tx)
  return id
}

export type ListedEvaluation = Selectable<AlertEvaluationsTable> & {
  deliveries: { queued: number; sent: number; superseded: number; failed: number }
}

/** Newest first. */
export async function listEvaluations(
  db: Db,
  alertId: number,
  page: { limit: number; offset: number },
): Promise<{ count: number; evaluations: ListedEvaluation[] }> {
  const { count } = await db
    .selectFrom('alert_evaluations')
    .where('alert_id', '=', alertId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<ListedEvaluation>`
    select evaluation.*, (
      select json_build_object(
        'queued', count(*) filter (where state = 'queued'), 'sent', count(*) filter (where state = 'sent'),
        'superseded', count(*) filter (where state = 'superseded'),
        'failed', count(*) filter (where state in ('failed', 'given_up')))
      from alert_deliveries where evaluation_id = evaluation.id) as deliveries
    from alert_evaluations evaluation where alert_id = ${alertId}
    order by id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return { count, evaluations: rows }
}
