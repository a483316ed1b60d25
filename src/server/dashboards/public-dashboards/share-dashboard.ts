import { newToken } from '#server/identity/index.ts'
import { type Db, type ServerContext, storedKey } from '#server/kernel/index.ts'
import { isSafeWith } from '#server/runs/index.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { parameterLabel } from '#shared/parameters/detect-parameters.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { requireOwnedDashboard } from '../require-dashboard.ts'
import { deleteToken, setToken } from './public-dashboard-store.ts'
import { readShared, type SharedQueryWidget } from './require-shared.ts'

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
    const { hash: token_hash, sealed: encrypted_token } = storedKey(secrets, token)
    await setToken(tx, {
      ...{ dashboard_id: id, org_id, token_hash, encrypted_token },
      user_id: actor.user_id,
    })
    // checked as for callers with the token
    const { widgets } = await readShared(tx, token)
    const titles = new Set(await openTitlesOf(widgets.values()))
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
async function openTitles({ query, source, parameters, settled }: SharedQueryWidget): Promise<string[]> {
  if (await isSafeWith(query, source, settled)) return []
  const open = parameters.filter(({ name, type }) => type === 'text' && !settled.has(name))
  return open.length === 0 ? [query.name] : open.map(parameterLabel)
}

/** The same for several widgets, one after the other. */
export async function openTitlesOf(widgets: Iterable<SharedQueryWidget>): Promise<string[]> {
  const titles: string[] = []
  for (const widget of widgets) titles.push(...(await openTitles(widget)))
  return titles
}
