import type { GrantedKind } from '#server/identity/index.ts'
import type { Db } from '#server/kernel/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import { dashboardIdOf } from '#shared/dashboards/dashboard-slug.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { phrase } from '#shared/messages/phrase.ts'
import * as api from '#shared/permissions/access-grants-api.ts'
import { type Actor, can, type Subject } from '#shared/permissions/can.ts'
import { findDashboard, findDashboardId, type StoredDashboard } from './dashboard-store.ts'

/** The facts about a dashboard for `can(...)`. */
export function dashboardSubject(dashboard: StoredDashboard): Subject {
  return {
    groups: dashboard.groups,
    owner_id: dashboard.user_id,
    modifier_ids: dashboard.modifier_ids,
    dashboard: { is_draft: dashboard.is_draft },
    is_from_git: dashboard.from_git !== null,
  }
}

/** The dashboard with this id in the actor's organization. Throws not_found. */
export async function requireDashboard(db: Db, actor: Actor, id: number): Promise<StoredDashboard> {
  const dashboard = await findDashboard(db, actor.org_id, id, actor.user_id)
  if (dashboard === null) throw refuse('not_found')
  return dashboard
}

/**
 * A dashboard the actor may open: their own, one they may edit, or a published one with a widget on a data source of
 * their groups; any for admins. Includes archived ones. Throws not_found and auth.forbidden.
 */
export async function requireVisibleDashboard(db: Db, actor: Actor, id: number): Promise<StoredDashboard> {
  const dashboard = await requireDashboard(db, actor, id)
  if (!can(actor, 'view', dashboardSubject(dashboard))) throw refuse('auth.forbidden')
  return dashboard
}

/**
 * By the part of an address that names it: the id, or the stored slug in older addresses. Throws not_found and
 * auth.forbidden.
 */
export async function requireNamedDashboard(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  isSlug: boolean,
): Promise<StoredDashboard> {
  const id = isSlug ? await findDashboardId(db, actor.org_id, idOrSlug) : readId(idOrSlug)
  if (id === null) throw refuse('not_found')
  return await requireVisibleDashboard(db, actor, id)
}

function readId(text: string): number | null {
  const id = dashboardIdOf(text)
  return String(id) === text ? id : null
}

/** A dashboard the actor may edit, wherever it is changed. Throws not_found and auth.forbidden. */
export async function requireDashboardEditor(db: Db, actor: Actor, id: number): Promise<StoredDashboard> {
  const dashboard = await requireDashboard(db, actor, id)
  if (!can(actor, 'modify', dashboardSubject(dashboard))) throw refuse('auth.forbidden')
  return dashboard
}

/** A dashboard the actor may change here. Throws not_found, auth.forbidden and content.from_git. */
export async function requireModifiableDashboard(db: Db, actor: Actor, id: number): Promise<StoredDashboard> {
  const dashboard = await requireDashboardEditor(db, actor, id)
  refuseFromGit(actor, dashboard)
  return dashboard
}

/** A dashboard the actor may archive and share: their own, or any for admins. Throws not_found and auth.not_owner. */
export async function requireOwnedDashboard(db: Db, actor: Actor, id: number): Promise<StoredDashboard> {
  const dashboard = await requireDashboard(db, actor, id)
  if (!can(actor, 'own', dashboardSubject(dashboard))) throw refuse('auth.not_owner')
  return dashboard
}

/** Archived dashboards cannot be changed (docs/reference/dashboards.md#dashboard-rights). Throws request.invalid. */
export function refuseArchived({ is_archived }: StoredDashboard): void {
  if (!is_archived) return
  throw refuse('request.invalid', {
    field: 'is_archived',
    reason: phrase('This dashboard is archived. Unarchive it to change it.'),
  })
}

/** Access to a dashboard, granted by its owner or an admin. */
export const dashboardGrants: GrantedKind = {
  object_type: 'dashboard',
  table: 'dashboards',
  list: api.listDashboardGrants,
  grant: api.grantDashboardAccess,
  revoke: api.revokeDashboardAccess,
  check: api.checkDashboardAccess,
  requireOwned: requireOwnedDashboard,
  requireVisible: requireVisibleDashboard,
}
