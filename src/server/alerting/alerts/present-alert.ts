import { loadUsers } from '#server/identity/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { presentNestedQueries } from '#server/queries/index.ts'
import type { AlertEvaluation } from '#shared/alerts/alert-evaluations-api.ts'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { explainEvaluation } from '#shared/alerts/explain-evaluation.ts'
import type { Actor } from '#shared/permissions/can.ts'
import type { StoredAlert } from './alert-store.ts'
import type { ListedEvaluation } from './evaluation-store.ts'
import { ownsAlert } from './require-alert.ts'

/** The alerts whose query the actor may see; the number of statements does not depend on their number. */
export async function presentAlerts(
  needs: Pick<ServerContext, 'db' | 'secrets'>,
  actor: Actor,
  alerts: readonly StoredAlert[],
): Promise<Alert[]> {
  const [queries, users] = await Promise.all([
    presentNestedQueries(needs, actor, [...new Set(alerts.map((alert) => alert.query_id))]),
    loadUsers(needs.db, [...new Set(alerts.map((alert) => alert.user_id))]),
  ])
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

export function presentEvaluation(evaluation: ListedEvaluation): AlertEvaluation {
  return {
    ...evaluation,
    at: evaluation.at.toISOString(),
    explanation: explainEvaluation(evaluation),
  }
}
