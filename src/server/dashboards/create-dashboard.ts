import { requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { dashboardSlug } from '#shared/dashboards/dashboard-slug.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { insertDashboard, listTakenSlugs, lockSlugs, type StoredDashboard } from './dashboard-store.ts'
import { insertVersion } from './dashboard-version-store.ts'
import { requireDashboard } from './require-dashboard.ts'
import { requireName } from './require-name.ts'

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
export async function claimSlug(db: Db, orgId: number, slug: string): Promise<string> {
  await lockSlugs(db, orgId)
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
