import type pg from 'pg'
import { currentOrganization, requireUserId } from '#server/identity/index.ts'
import { type Config, type Db, limitRate } from '#server/kernel/index.ts'
import { type ResultWatch, readingRoom, type WatchRequest, watchResult } from '#server/runs/index.ts'
import {
  evaluateAlert,
  type NoticeReason,
  readCriteria,
  stepAlert,
  type WatchedResult,
} from '#shared/alerts/alert-rules.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { storableText } from '#shared/format/storable-text.ts'
import { organizationSettings } from '#shared/organizations/organization-settings.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { queueDeliveries } from '../deliveries/queue-deliveries.ts'
import { lockAlert } from './alert-store.ts'
import { composeMessage } from './compose-message.ts'
import {
  type DueAlert,
  findAlertedQuery,
  findNewestResult,
  insertEvaluation,
  listOptionsOfText,
  lockAlertsOfText,
  moveAlert,
} from './evaluation-store.ts'
import { requireOwnAlert } from './require-alert.ts'
import { listRecipients, type Recipient } from './subscription-store.ts'

interface Needs {
  db: Db
  pool: pg.Pool
  config: Pick<Config, 'publicUrl'>
  clock: () => Date
}

/** A result whose chunks are stored and whose row is not yet inserted. */
export interface ComingResult {
  id: number
  data_source_id: number
  query_hash: string
  columns_json: string
  row_count: number
}

/** Evaluates the alerts that look at a new result, within the transaction that stores it. */
export type EvaluateIn = (tx: Db, metadata: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * Reads what the alerts on a new result need, before the transaction that stores it: reading millions of rows in the
 * transaction would lock the queries. Alerts changed in between are looked up again.
 */
export async function prepareAlerts(needs: Needs, result: ComingResult): Promise<EvaluateIn> {
  const watch = watchResult(needs.pool, result)
  const options = await listOptionsOfText(needs.db, result)
  if (options.length > 0) await lookInTurn(watch, options.map(requestOf))
  return async (tx, metadata) => {
    const due = await lockAlertsOfText(tx, result)
    if (due.length === 0) return
    const watched = await watch.look(due.map(({ alert }) => requestOf(alert.options)))
    for (const one of due) {
      await evaluateOne(
        { ...needs, db: tx },
        one,
        { id: result.id, watch, watched },
        { metadata, isManual: false },
      )
    }
  }
}

/** Results read at the same time, in each process: each read takes a few chunks, and a row may have 16 MB. */
const resultReaders = readingRoom(2)

async function lookInTurn(watch: ResultWatch, requests: readonly WatchRequest[]): Promise<void> {
  const leave = await resultReaders.enter(1)
  try {
    await watch.look(requests)
  } finally {
    leave()
  }
}

/** Limit per user, for all their alerts: each evaluation reads the rows of a result, and may notify many subscribers. */
export const evaluationsPerHour = 120

/**
 * Evaluates the newest result now and notifies the subscribers. Throws not_found, auth.forbidden, auth.not_owner and
 * request.rate_limited.
 */
export async function evaluateByHand(needs: Needs, actor: Actor, id: number): Promise<void> {
  const { options } = await requireOwnAlert(needs.db, actor, id)
  const caller = `user ${requireUserId(actor)}`
  await limitRate(needs, { name: 'evaluation', caller, perHour: evaluationsPerHour })
  const stored = await findNewestResult(needs.db, id)
  const watch = stored === null ? null : watchResult(needs.pool, stored)
  // the long read comes first, so that it does not lock the alert
  if (watch !== null) await lookInTurn(watch, [requestOf(options)])
  await needs.db.transaction().execute(async (tx) => {
    const alert = await lockAlert(tx, id)
    if (alert === null) throw refuse('not_found')
    const query = await findAlertedQuery(tx, alert.query_id)
    const watched = (await watch?.look([requestOf(alert.options)])) ?? null
    const seen =
      stored === null || watch === null || watched === null ? null : { id: stored.id, watch, watched }
    await evaluateOne({ ...needs, db: tx }, { alert, query }, seen, { metadata: {}, isManual: true })
  })
}

function requestOf(options: string): WatchRequest {
  const { column, selector } = readCriteria(JSON.parse(options) as Record<string, unknown>)
  return { column, extremes: selector !== 'first' }
}

const maxValueLength = 1000

interface SeenResult {
  id: number
  watch: ResultWatch
  watched: WatchedResult
}

interface Occasion {
  metadata: Readonly<Record<string, unknown>>
  isManual: boolean
}

/** State, evaluation and messages: in one transaction, `needs.db`. */
async function evaluateOne(
  needs: Needs,
  { alert, query }: DueAlert,
  seen: SeenResult | null,
  { metadata, isManual }: Occasion,
): Promise<void> {
  const { db: tx } = needs
  const at = needs.clock()
  const options = JSON.parse(alert.options) as Record<string, unknown>
  const criteria = readCriteria(options)
  const evaluated = evaluateAlert(criteria, seen?.watched ?? null)
  const value = evaluated.value === null ? null : storableText(evaluated.value.slice(0, maxValueLength))
  const step = stepAlert({ ...alert, muted: options['muted'] === true }, evaluated, at, { isManual })
  const { state, last_triggered_at } = step
  const subscribed = step.notify ? await listRecipients(tx, alert.id, state) : []
  // do not queue the same message repeatedly for a channel that is down
  const recipients = subscribed.filter((recipient) => state !== alert.state || !recipient.is_waiting)
  await moveAlert(tx, alert.id, { state, last_triggered_at })
  const evaluationId = await insertEvaluation(tx, {
    ...{ alert_id: alert.id, at, is_manual: isManual, query_result_id: seen?.id ?? null },
    ...{ state_before: alert.state, state, value },
    ...{ criteria, why: evaluated.why, notified: recipients.length > 0 },
    notice: step.notify ? noticeOf(step.why, subscribed, recipients) : step.why,
  })
  if (recipients.length === 0) return
  const changed = { alert: { ...alert, state, last_triggered_at }, query, value, metadata }
  await queueMessages(needs, changed, seen, { evaluationId, recipients })
}

function noticeOf(
  why: NoticeReason,
  subscribed: readonly Recipient[],
  recipients: readonly Recipient[],
): NoticeReason {
  if (recipients.length > 0) return why
  return subscribed.length > 0 ? 'on_its_way' : 'nobody'
}

async function queueMessages(
  { db: tx, config }: Needs,
  changed: DueAlert & { value: string | null; metadata: Occasion['metadata'] },
  seen: SeenResult | null,
  to: { evaluationId: number; recipients: readonly Recipient[] },
): Promise<void> {
  const { settings } = await currentOrganization({ db: tx })
  const { date_format, time_format } = organizationSettings(settings)
  const head = (await seen?.watch.firstRows()) ?? { columns: [], rows: [] }
  const message = composeMessage({
    ...changed,
    result: { ...head, row_count: seen?.watched.row_count ?? 0 },
    formats: { date: date_format, dateTime: `${date_format} ${time_format}` },
    baseUrl: config.publicUrl ?? '',
  })
  await queueDeliveries(
    tx,
    to.recipients.map(({ user_id, destination_id }) => ({
      ...{ user_id, destination_id },
      org_id: changed.query.org_id,
      alert_id: changed.alert.id,
      evaluation_id: to.evaluationId,
      message,
    })),
  )
}
