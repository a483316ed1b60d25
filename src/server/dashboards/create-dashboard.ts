import { requireUserId } from '#server/identity/index.ts'
import { type Db, lockNames } from '#server/kernel/index.ts'
import { queriesById, querySubject } from '#server/queries/index.ts'
import { dashboardSlug } from '#shared/dashboards/dashboard-slug.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { forkName } from '#shared/queries/fork-name.ts'
import { copyDashboard, setSlug } from './dashboard-copy-store.ts'
import { insertDashboard, listTakenSlugs, type StoredDashboard } from './dashboard-store.ts'
import { insertVersion } from './dashboard-version-store.ts'
import { changingDashboard } from './keep-dashboard-version.ts'
import { requireDashboard, requireDashboardEditor } from './require-dashboard.ts'
import { requireFixedValues } from './require-fixed-values.ts'
import { requireReadableSize } from './require-readable-size.ts'
import { listWidgets } from './widget-store.ts'

/** Creates an empty draft of the actor. Throws request.invalid for a blank name. */
export async function createNewDashboard(
  { db }: { db: Db },
  actor: Actor,
  name: string,
): Promise<StoredDashboard> {
  const values = { org_id: actor.org_id, user_id: requireUserId(actor), name: requireName(name) }
  return await db.transaction().execute(async (trx) => {
    const slug = await claimSlug(trx, actor.org_id, slugToStore(values.name))
    const id = await insertDashboard(trx, { ...values, slug })
    await insertVersion(trx, id, { kind: 'created', userId: values.user_id })
    return await requireDashboard(trx, actor, id)
  })
}

/** The column has 140 characters, and a number may follow: some letters become longer in lower case. */
const slugToStore = (name: string): string => dashboardSlug(name).slice(0, 128)

const slugsInOneLook = 100

/**
 * The first of `slug`, `slug_1`, `slug_2` … that is free in the organization (docs/reference/api-dashboards.md#slugs).
 * Reserved until the transaction ends.
 */
async function claimSlug(db: Db, orgId: number, slug: string): Promise<string> {
  // all slugs share one lock, because `a` and `a_1` can collide
  await lockNames(db, 'slugs of dashboards', orgId)
  for (let first = 0; ; first += slugsInOneLook) {
    const wanted = Array.from({ length: slugsInOneLook }, (_, index) => {
      const number = first + index
      return number === 0 ? slug : `${slug}_${number}`
    })
    const taken = await listTakenSlugs(db, orgId, wanted)
    const free = wanted.find((one) => !taken.has(one))
    if (free !== undefined) return free
  }
}

/** The trimmed name. Throws request.invalid if it is blank. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw refuse('request.invalid', {
      field: 'name',
      reason: phrase('{field}: this field is required.', { field: 'name' }),
    })
  return trimmed
}

/** Max length of a dashboard's name, in characters as the database counts them. */
const maxNameLength = 100

/**
 * Copies a dashboard to a draft of the actor, for users who may edit it
 * (docs/reference/api-dashboards.md#forking-a-dashboard). Widgets that the actor may not see are copied too, and stay
 * hidden. Refuses to copy values fixed by others that the actor may not fix. Throws not_found, auth.forbidden and
 * request.invalid.
 */
export async function forkStoredDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number,
): Promise<StoredDashboard> {
  const user_id = requireUserId(actor)
  // read widgets and options at the same moment
  return await changingDashboard(needs, actor, id, async (db) => {
    const original = await requireDashboardEditor(db, actor, id)
    await requireReadableSize(db, id)
    if (original.user_id !== user_id) await requireFixedValuesOf(db, actor, id)
    const copyId = await copyDashboard(db, id, { name: forkName(original, maxNameLength), user_id })
    // the stored slug of a copy is its id (docs/reference/api-dashboards.md#slugs)
    await setSlug(db, copyId, await claimSlug(db, actor.org_id, String(copyId)))
    await insertVersion(db, copyId, { kind: 'created', userId: user_id })
    return await requireDashboard(db, actor, copyId)
  })
}

/** A shared dashboard runs them with the rights of its owner, who will be the actor. Throws request.invalid. */
async function requireFixedValuesOf(db: Db, actor: Actor, dashboardId: number): Promise<void> {
  const widgets = await listWidgets(db, dashboardId)
  const queryIds = widgets.flatMap(({ visualization }) => visualization?.query_id ?? [])
  const queries = await queriesById(db, actor, queryIds)
  for (const { visualization, options } of widgets) {
    const query = queries.get(visualization?.query_id ?? 0)
    if (query === undefined || !can(actor, 'view', querySubject(query))) continue
    await requireFixedValues(actor, query, JSON.parse(options), {})
  }
}
