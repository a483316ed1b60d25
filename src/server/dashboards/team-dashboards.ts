import { currentOrganization, replaceSettings, requireUserId } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { reachableSources } from '#server/sources/index.ts'
import type { TeamDashboard } from '#shared/dashboards/dashboards-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import type { Actor } from '#shared/permissions/can.ts'
import { findTeamDashboards } from './dashboard-list-store.ts'
import { listDashboardsById } from './dashboard-store.ts'
import { presentInList } from './present-dashboard.ts'
import { refuseArchived, requireDashboard } from './require-dashboard.ts'

const mostOfTeam = 8
/** More would be no choice. */
const maxPins = 20

/** Beside the settings of the organization: admins change it by pinning. */
const setting = 'pinned_dashboards'

/** Ids in the order in which they were pinned. */
export async function readPins({ db }: { db: Db }): Promise<number[]> {
  const { settings } = await currentOrganization({ db })
  return pinsIn(settings)
}

function pinsIn(settings: Readonly<Record<string, unknown>>): number[] {
  const pins = settings[setting]
  return Array.isArray(pins) ? pins.filter((id) => Number.isSafeInteger(id)) : []
}

/** The dashboards of the team for the home page. */
export async function listTeamDashboards({ db }: { db: Db }, actor: Actor): Promise<TeamDashboard[]> {
  const viewerId = requireUserId(actor)
  const [pins, sourceIds] = await Promise.all([readPins({ db }), reachableSources(db, actor)])
  const ids = await findTeamDashboards(db, { orgId: actor.org_id, viewerId, sourceIds }, pins, mostOfTeam)
  const dashboards = await listDashboardsById(db, actor.org_id, viewerId, ids)
  return dashboards.map((dashboard) => ({
    ...presentInList(actor, dashboard),
    is_pinned: pins.includes(dashboard.id),
  }))
}

/** Throws not_found, and request.invalid for one that others cannot see. */
export async function pin({ db }: { db: Db }, actor: Actor, id: number, isPinned: boolean): Promise<null> {
  const dashboard = await requireDashboard(db, actor, id)
  if (isPinned) refuseArchived(dashboard)
  if (isPinned && dashboard.is_draft) {
    throw refuse('request.invalid', {
      field: 'is_draft',
      reason: phrase('Publish the dashboard first: others do not see it yet.'),
    })
  }
  await replaceSettings(db, actor.org_id, (settings) => {
    const others = pinsIn(settings).filter((other) => other !== id)
    const { [setting]: _, ...rest } = settings
    const pins = isPinned ? [...others, id].slice(-maxPins) : others
    return pins.length === 0 ? rest : { ...rest, [setting]: pins }
  })
  return null
}
