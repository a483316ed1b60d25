import { holdActor, newToken } from '#server/identity/index.ts'
import { type Db, type ServerContext, storedKey } from '#server/kernel/index.ts'
import { requireVisible } from '#server/queries/index.ts'
import { isSafeWith } from '#server/runs/index.ts'
import type { listUnsafeShares } from '#shared/dashboards/dashboards-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { parameterLabel } from '#shared/parameters/detect-parameters.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { dashboardSubject, requireDashboard, requireOwnedDashboard } from '../require-dashboard.ts'
import { deleteToken, findSharesOfQuery, setToken } from './public-dashboard-store.ts'
import { readShared, readSharedOf, type SharedQueryWidget } from './require-shared.ts'

/**
 * Gives the dashboard a new token and returns it; revokes the previous one. Throws not_found, auth.not_owner,
 * dashboard.public_disabled, and dashboard.unsafe_parameters while viewers could insert text into a query.
 */
export async function shareDashboard(
  { db, secrets }: Pick<ServerContext, 'db' | 'secrets'>,
  actor: Actor,
  id: number,
): Promise<string> {
  const { org_id } = actor
  await requireOwnedDashboard(db, actor, id)
  const token = newToken()
  await db.transaction().execute(async (tx) => {
    await holdActor(tx, actor)
    const { hash: token_hash, sealed: encrypted_token } = storedKey(secrets, token)
    await setToken(tx, {
      ...{ dashboard_id: id, org_id, token_hash, encrypted_token },
      user_id: actor.user_id,
    })
    // checked as for callers with the token
    const { widgets } = await readShared(tx, token)
    const titles = new Set(await openTitlesOf(actor, widgets.values()))
    if (titles.size > 0) throw refuse('dashboard.unsafe_parameters', { titles: [...titles].join(', ') })
  })
  return token
}

/** Revokes all access without a session. Throws not_found and auth.not_owner. */
export async function unshareDashboard({ db }: { db: Db }, actor: Actor, id: number): Promise<void> {
  await requireOwnedDashboard(db, actor, id)
  await deleteToken(db, id)
}

/**
 * Titles of the parameters that let a viewer insert any text into the query; the query's name if no parameter is the
 * cause.
 */
async function openTitles(
  actor: Actor,
  { query, source, parameters, settled }: SharedQueryWidget,
): Promise<string[]> {
  if (await isSafeWith(actor, query, source, settled)) return []
  const open = parameters.filter(({ name, type }) => type === 'text' && !settled.has(name))
  return open.length === 0 ? [query.name] : open.map(parameterLabel)
}

/** The same for several widgets, one after the other. */
async function openTitlesOf(actor: Actor, widgets: Iterable<SharedQueryWidget>): Promise<string[]> {
  const titles: string[] = []
  for (const widget of widgets) titles.push(...(await openTitles(actor, widget)))
  return titles
}

/** Each dashboard is checked as for its visitors. If more show the query, only the newest shares are checked. */
const maxLooked = 20

/** The shared dashboards on which a query no longer runs. Throws not_found and auth.forbidden. */
export async function unsafeShares(
  { db }: { db: Db },
  actor: Actor,
  queryId: number,
): Promise<ReplyOf<typeof listUnsafeShares>> {
  await requireVisible(db, actor, queryId)
  const found: ReplyOf<typeof listUnsafeShares> = { dashboards: [], others: 0 }
  for (const { id, token_hash } of await findSharesOfQuery(db, queryId, maxLooked)) {
    const { widgets } = await readSharedOf(db, token_hash)
    const ofQuery = [...widgets.values()].filter(({ query }) => query.id === queryId)
    const titles = [...new Set(await openTitlesOf(actor, ofQuery))]
    if (titles.length === 0) continue
    const dashboard = await requireDashboard(db, actor, id)
    if (can(actor, 'view', dashboardSubject(dashboard))) {
      found.dashboards.push({ id, name: dashboard.name, titles })
    } else found.others++
  }
  return found
}
