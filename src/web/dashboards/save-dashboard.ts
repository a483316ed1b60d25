import { type Dashboard, getDashboard, saveDashboard } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import type { WaysOut } from './conflict-notice.tsx'
import { dashboardWords } from './dashboard-words.ts'
import { type DashboardFields, type PageDashboard, pageDashboard } from './page-dashboard.ts'

/** Choices offered after a conflict. `overwrite`: saves again without a version check. */
export type SaveWays = WaysOut | 'overwrite'

/**
 * Saves fields of a dashboard with its version. Null: nothing was stored, and the user has been told why
 * (docs/reference/dashboards.md#dashboard-messages).
 */
export async function saveFields(
  { id, version }: Pick<Dashboard, 'id' | 'version'>,
  fields: DashboardFields,
  ways: SaveWays,
): Promise<Dashboard | null> {
  const body = ways === 'overwrite' ? fields : { ...fields, version }
  try {
    return await call(saveDashboard, { params: { id }, body })
  } catch (error) {
    complainOfSave(error, ways === 'overwrite' ? null : ways)
    return null
  }
}

/** The stored dashboard; null: it could not be read, and the user has been told. */
export async function readAnew(id: number): Promise<PageDashboard | null> {
  try {
    return pageDashboard(await call(getDashboard, { params: { id_or_slug: String(id) } }))
  } catch (error) {
    notify.error(messageOf(error, t('Please try again later.')), {
      title: t('The dashboard could not be loaded.'),
    })
    return null
  }
}

/** Tells the user why a change was refused. A conflict notice stays on the screen until answered. */
export function complainOfSave(error: unknown, ways: WaysOut | null = null): void {
  const { updateFailed, denied } = dashboardWords
  const status = error instanceof ApiError ? error.status : null
  if (status === 409) {
    void import('./conflict-notice.tsx').then(({ tellConflict }) => tellConflict(ways))
    return
  }
  if (status === 403) {
    notify.error(denied, { title: updateFailed })
    return
  }
  notify.error(messageOf(error, t('Please try again later.')), { title: updateFailed })
}
