import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#server/kernel/index.ts'
import { refuseFromGit } from '#shared/content/refuse-from-git.ts'
import type { saveDashboard } from '#shared/dashboards/dashboards-api.ts'
import { Refusal, refuse } from '#shared/errors/refusal.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { type Actor, can } from '#shared/permissions/can.ts'
import { cleanTags } from '#shared/tags/clean-tags.ts'
import { requireName } from './create-dashboard.ts'
import { type DashboardChanges, type StoredDashboard, updateDashboard } from './dashboard-store.ts'
import { keepingDashboardVersion, keepRefusedSave } from './keep-dashboard-version.ts'
import {
  dashboardSubject,
  refuseArchived,
  requireDashboard,
  requireModifiableDashboard,
  requireOwnedDashboard,
} from './require-dashboard.ts'

export type DashboardSave = BodyOf<typeof saveDashboard>

/**
 * Saves the sent fields. If the sent `version` is no longer the stored one: dashboard.version_conflict, nothing is
 * saved, and the sent fields are kept beside the versions. Without a `version` the save overwrites. Archiving is for
 * the owner and admins, as by DELETE; un-archiving for users who may edit. Throws not_found, auth.forbidden,
 * auth.not_owner and request.invalid.
 */
export async function changeDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number,
  body: DashboardSave,
): Promise<StoredDashboard> {
  try {
    return await keepingDashboardVersion(needs, actor, id, 'saved', async (db) => {
      const stored = await requireModifiableDashboard(db, actor, id)
      const changes = judgeSave(actor, stored, body)
      if ((body.version ?? stored.version) !== stored.version) throw refuse('dashboard.version_conflict')
      await updateDashboard(db, id, changes)
      return await requireDashboard(db, actor, id)
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'dashboard.version_conflict') {
      await keepRefusedSave(needs.db, actor, id, body)
    }
    throw error
  }
}

/** Archived dashboards cannot be changed; a save that repeats stored values, or un-archives, is allowed. */
function judgeSave(actor: Actor, stored: StoredDashboard, body: DashboardSave): DashboardChanges {
  const archives = body.is_archived === true && !stored.is_archived
  if (archives && !can(actor, 'own', dashboardSubject(stored))) throw refuse('auth.not_owner')
  const changes = readChanges(body)
  if (body.is_archived !== false && differs(stored, changes)) refuseArchived(stored)
  return changes
}

function differs(stored: StoredDashboard, { options, ...changes }: DashboardChanges): boolean {
  if (options !== undefined && !isDeepStrictEqual(JSON.parse(options), JSON.parse(stored.options)))
    return true
  return !isDeepStrictEqual({ ...stored, ...changes }, stored)
}

function readChanges(body: DashboardSave): DashboardChanges {
  const changes: DashboardChanges = {}
  if (body.name !== undefined) changes.name = requireName(body.name)
  if (body.tags !== undefined) changes.tags = cleanTags(body.tags)
  if (body.is_draft !== undefined) changes.is_draft = body.is_draft
  if (body.is_archived !== undefined) changes.is_archived = body.is_archived
  if (body.options !== undefined) changes.options = JSON.stringify(body.options ?? {})
  if (body.dashboard_filters_enabled !== undefined) {
    changes.dashboard_filters_enabled = body.dashboard_filters_enabled
  }
  return changes
}

/** Archives; its widgets, stars and public address stay. For the owner and admins. Throws not_found and auth.not_owner. */
export async function archiveStoredDashboard(
  needs: { db: Db },
  actor: Actor,
  id: number,
): Promise<StoredDashboard> {
  return await keepingDashboardVersion(needs, actor, id, 'saved', async (db) => {
    const stored = await requireOwnedDashboard(db, actor, id)
    refuseFromGit(actor, stored)
    if (stored.is_archived) return stored
    await updateDashboard(db, id, { is_archived: true })
    return await requireDashboard(db, actor, id)
  })
}
