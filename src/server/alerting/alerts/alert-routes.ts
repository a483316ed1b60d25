import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import { loadUsers } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { leaveOutOptions, presentNestedQueries } from '#server/queries/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import * as evaluations from '#shared/alerts/alert-evaluations-api.ts'
import * as api from '#shared/alerts/alerts-api.ts'
import { explainEvaluation } from '#shared/alerts/explain-evaluation.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { deleteAlert, listAlerts, type StoredAlert } from './alert-store.ts'
import { evaluateByHand } from './evaluate-alerts.ts'
import { type ListedEvaluation, listEvaluations } from './evaluation-store.ts'
import { mayChangeAlert, requireAlert, requireChangeableAlert } from './require-alert.ts'
import { createStoredAlert, muteStoredAlert, saveStoredAlert } from './save-alert.ts'

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
    await requireChangeableAlert(db, actor, params.id)
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
      ...(alert.from_git === null ? {} : { from_git: alert.from_git }),
      can_edit: mayChangeAlert(actor, alert),
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
