import type { FastifyInstance } from 'fastify'
import { pageReply, requirePage, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import * as evaluations from '#shared/alerts/alert-evaluations-api.ts'
import * as api from '#shared/alerts/alerts-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { deleteAlert, listAlerts, type StoredAlert } from './alert-store.ts'
import { evaluateByHand } from './evaluate-alerts.ts'
import { listEvaluations } from './evaluation-store.ts'
import { presentAlerts, presentEvaluation } from './present-alert.ts'
import { requireAlert, requireOwnAlert } from './require-alert.ts'
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
