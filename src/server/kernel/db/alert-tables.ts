import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AlertMessage } from '#destinations/destination.ts'
import type { AlertCriteria, AlertState, EvaluationReason, NoticeReason } from '#shared/alerts/alert-rules.ts'
import type { CreatedAt, UpdatedAt } from './columns.ts'
import type { FromGitColumn } from './git-tables.ts'

export interface AlertsTable {
  id: GeneratedAlways<number>
  uuid: Generated<string>
  name: string
  query_id: number
  user_id: number
  options: Generated<string>
  state: Generated<AlertState>
  last_triggered_at: Date | null
  rearm: number | null
  from_git: FromGitColumn
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface DestinationsTable {
  id: GeneratedAlways<number>
  org_id: number
  user_id: number | null
  name: string
  type: string
  encrypted_options: Buffer
  created_at: CreatedAt
  updated_at: UpdatedAt
}
/** Without a destination: by mail to the user. */
export interface AlertSubscriptionsTable {
  id: GeneratedAlways<number>
  alert_id: number
  user_id: number
  destination_id: number | null
  created_at: CreatedAt
  updated_at: UpdatedAt
}
export interface AlertEvaluationsTable {
  id: GeneratedAlways<number>
  alert_id: number
  at: ColumnType<Date, Date, never>
  query_result_id: number | null
  is_manual: Generated<boolean>
  state_before: AlertState
  state: AlertState
  value: string | null
  criteria: ColumnType<AlertCriteria, string, never>
  why: EvaluationReason
  notice: NoticeReason
  notified: boolean
}
export type DeliveryState = 'queued' | 'sent' | 'superseded' | 'failed' | 'given_up'
/** Without a destination: by mail to the user. Without an alert: a test of a destination. */
export interface AlertDeliveriesTable {
  id: GeneratedAlways<number>
  org_id: number
  alert_id: number | null
  evaluation_id: number | null
  destination_id: number | null
  user_id: number | null
  /** null once sent or superseded, some days after a failure, and for a test once it has ended */
  message: ColumnType<AlertMessage | null, string | null, string | null>
  state: Generated<DeliveryState>
  attempts: Generated<number>
  /** attempts made before a user sent it again */
  attempts_before: Generated<number>
  next_attempt_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** the parts of a multi-part delivery that were delivered */
  done_parts: Generated<string[]>
  /** the worker that is making an attempt, and until when its claim lasts */
  claimed_by: string | null
  claimed_until: Date | null
  last_error: string | null
  sent_at: Date | null
  created_at: CreatedAt
}
export interface AlertDeliveryAttemptsTable {
  id: GeneratedAlways<number>
  delivery_id: number
  at: CreatedAt
  ok: boolean
  status: number | null
  detail: string | null
}

export interface AlertTables {
  alerts: AlertsTable
  destinations: DestinationsTable
  alert_subscriptions: AlertSubscriptionsTable
  alert_evaluations: AlertEvaluationsTable
  alert_deliveries: AlertDeliveriesTable
  alert_delivery_attempts: AlertDeliveryAttemptsTable
}
