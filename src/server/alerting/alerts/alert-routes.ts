import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import { holdActor, loadUsers, requireUserId } from '#server/identity/index.ts'
import type { Db, ServerContext } from '#server/kernel/index.ts'
import { leaveOutOptions, presentNestedQueries, requireVisible } from '#server/queries/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import * as evaluations from '#shared/alerts/alert-evaluations-api.ts'
import { defaultAlertName } from '#shared/alerts/alert-name.ts'
import { templateProblem } from '#shared/alerts/alert-template.ts'
import * as api from '#shared/alerts/alerts-api.ts'
import { explainEvaluation } from '#shared/alerts/explain-evaluation.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Phrase, phrase } from '#shared/messages/phrase.ts'
import { parametersOfText } from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import {
  deleteAlert,
  insertAlert,
  listAlerts,
  lockAlert,
  type StoredAlert,
  updateAlert,
} from './alert-store.ts'
import { evaluateByHand } from './evaluate-alerts.ts'
import { type ListedEvaluation, listEvaluations } from './evaluation-store.ts'
import { ownsAlert, requireAlert, requireOwnAlert } from './require-alert.ts'

export function registerAlertRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db } = context
  serve(
    app,
    api.listAlerts,
  )(async ({ actor }) => {
    const sources = await reachableSources(db, actor)
    return await presentAlerts(context, actor, await listAlerts(db, actor.org_id, sources))
  })

  serve(
    app,
    api.createAlert,
  )(async ({ actor, body }) => presentOne(context, actor, await createStoredAlert({ db }, actor, body)))

  serve(
    app,
    api.getAlert,
  )(async ({ actor, params }) => presentOne(context, actor, await requireAlert(db, actor, params.id)))

  serve(
    app,
    api.saveAlert,
  )(async ({ actor, params, body }) =>
    presentOne(context, actor, await saveStoredAlert({ db }, actor, params.id, body)),
  )

  serve(
    app,
    api.deleteAlert,
  )(async ({ actor, params }) => {
    await requireOwnAlert(db, actor, params.id)
    if (!(await deleteAlert(db, params.id))) throw refuse('not_found')
    return null
  })

  serve(
    app,
    api.muteAlert,
  )(async ({ actor, params }) => {
    await muteStoredAlert({ db }, actor, params.id, true)
    return null
  })

  serve(
    app,
    api.unmuteAlert,
  )(async ({ actor, params }) => {
    await muteStoredAlert({ db }, actor, params.id, false)
    return null
  })

  serve(
    app,
    api.evaluateAlertNow,
  )(async ({ actor, params }) => {
    await evaluateByHand(context, actor, params.id)
    return null
  })

  serve(
    app,
    evaluations.listEvaluations,
  )(async ({ actor, params, query }) => {
    const alert = await requireAlert(db, actor, params.id)
    const page = requirePage(query)
    const found = await listEvaluations(db, alert.id, page)
    return pageReply(page, found.count, found.evaluations.map(presentEvaluation))
  })
}

async function presentOne(needs: ServerContext, actor: Actor, alert: StoredAlert): Promise<api.Alert> {
  const [presented] = await presentAlerts(needs, actor, [alert])
  if (presented === undefined) throw refuse('not_found')
  return presented
}

/** The alerts whose query the actor may see; the number of statements does not depend on their number. */
async function presentAlerts(
  needs: Pick<ServerContext, 'db' | 'secrets'>,
  actor: Actor,
  alerts: readonly StoredAlert[],
): Promise<api.Alert[]> {
  const queryIds = alerts.map((alert) => alert.query_id)
  const [nested, users] = await Promise.all([
    presentNestedQueries(needs, actor, queryIds),
    loadUsers(needs.db, [...new Set(alerts.map((alert) => alert.user_id))]),
  ])
  // any number of alerts may repeat one query
  const queries = leaveOutOptions(nested, queryIds)
  return alerts.flatMap((alert) => {
    const query = queries.get(alert.query_id)
    const user = users.get(alert.user_id)
    if (query === undefined || user === undefined) return []
    const { id, name, state, rearm } = alert
    return {
      ...{ id, name, state, rearm, query, user },
      options: JSON.parse(alert.options) as Record<string, unknown>,
      last_triggered_at: alert.last_triggered_at?.toISOString() ?? null,
      updated_at: alert.updated_at.toISOString(),
      created_at: alert.created_at.toISOString(),
      can_edit: ownsAlert(actor, alert),
    }
  })
}

function presentEvaluation(evaluation: ListedEvaluation): evaluations.AlertEvaluation {
  return {
    ...evaluation,
    at: evaluation.at.toISOString(),
    explanation: explainEvaluation(evaluation),
  }
}

type Needs = { db: Db }

/** Criteria and templates never need longer options. */
const maxOptionsLength = 200_000

/**
 * Throws not_found, auth.forbidden, request.invalid, alert.query_with_parameters, alert.query_archived and
 * alert.query_draft.
 */
async function createStoredAlert(
  { db }: Needs,
  actor: Actor,
  body: BodyOf<typeof api.createAlert>,
): Promise<StoredAlert> {
  const userId = requireUserId(actor)
  const query = await requireWatchable(db, actor, body.query_id)
  return await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    return await insertAlert(tx, userId, {
      name: nameOf(body.name, query.name, body.options),
      query_id: query.id,
      options: optionsText(body.options),
      rearm: body.rearm ?? null,
    })
  })
}

/** Saves the sent fields; options are replaced as a whole. Throws as createStoredAlert, and auth.not_owner. */
async function saveStoredAlert(
  { db }: Needs,
  actor: Actor,
  id: number,
  body: BodyOf<typeof api.saveAlert>,
): Promise<StoredAlert> {
  const stored = await requireOwnAlert(db, actor, id)
  const moves = body.query_id !== undefined && body.query_id !== stored.query_id
  const query = moves
    ? await requireWatchable(db, actor, body.query_id ?? stored.query_id)
    : await requireVisible(db, actor, stored.query_id)
  const options = body.options ?? (JSON.parse(stored.options) as api.AlertOptions)
  const saved = await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    return await updateAlert(tx, id, {
      ...(body.name === undefined ? {} : { name: nameOf(body.name, query.name, options) }),
      ...(body.options === undefined ? {} : { options: optionsText(body.options) }),
      ...(body.rearm === undefined ? {} : { rearm: body.rearm }),
      ...(moves ? { query_id: query.id } : {}),
    })
  })
  if (saved === null) throw refuse('not_found')
  return saved
}

/** Throws not_found, auth.forbidden and auth.not_owner. */
async function muteStoredAlert({ db }: Needs, actor: Actor, id: number, muted: boolean): Promise<void> {
  await requireOwnAlert(db, actor, id)
  await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    const alert = await lockAlert(tx, id)
    if (alert === null) throw refuse('not_found')
    const options = { ...(JSON.parse(alert.options) as api.AlertOptions), muted }
    await updateAlert(tx, id, { options: JSON.stringify(options) })
  })
}

/**
 * Results of a query with parameters depend on the caller; an archived query has no new results; a draft is not ready
 * yet. A watched query that becomes a draft later stays watched, so that subscribers do not silently stop getting
 * messages.
 */
async function requireWatchable(db: Db, actor: Actor, queryId: number) {
  const query = await requireVisible(db, actor, queryId)
  if (query.is_archived) throw refuse('alert.query_archived', { field: 'query_id' })
  if (query.is_draft) throw refuse('alert.query_draft', { field: 'query_id' })
  if (parametersOfText(query.query_text, []).length > 0) {
    throw refuse('alert.query_with_parameters', { field: 'query_id' })
  }
  return query
}

function nameOf(given: string, queryName: string, options: api.AlertOptions): string {
  return given.trim() || defaultAlertName(queryName, options)
}

function optionsText(options: api.AlertOptions): string {
  for (const field of ['custom_subject', 'custom_body', 'template'] as const) {
    const problem = templateProblem(options[field] ?? '')
    if (problem !== null) throw invalid(field, phrase('the template cannot be read: {problem}', { problem }))
  }
  const text = JSON.stringify(options)
  if (text.length > maxOptionsLength) throw refuse('request.invalid', tooLong)
  return text
}

const tooLong = {
  field: 'options',
  reason: phrase('options: longer than {count} characters.', {
    count: maxOptionsLength.toLocaleString('en-US'),
  }),
}

function invalid(field: string, reason: Phrase) {
  return refuse('request.invalid', {
    field: `options.${field}`,
    reason: phrase('options.{field}: {reason}', { field, reason }),
  })
}
