import { type Dashboard, saveDashboard } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { dashboardWords } from './dashboard-words.ts'
import type { DashboardFields } from './page-dashboard.ts'

const noticeId = 'dashboard-conflict'

/**
 * Stores fields of a dashboard with its version. Null: nothing was stored, and the user has been told why (part 1
 * section 8).
 */
export async function saveFields(
  { id, version }: Pick<Dashboard, 'id' | 'version'>,
  fields: DashboardFields,
): Promise<Dashboard | null> {
  try {
    return await call(saveDashboard, { params: { id }, body: { ...fields, version } })
  } catch (error) {
    complainOfSave(error)
    return null
  }
}

/** Says why a change of a dashboard was refused. A conflict stays on the screen until it is closed. */
export function complainOfSave(error: unknown): void {
  const { updateFailed, denied, conflict, conflictAdvice } = dashboardWords
  const status = error instanceof ApiError ? error.status : null
  if (status === 409) {
    notify.persistent(conflictAdvice, { title: conflict, id: noticeId })
    return
  }
  if (status === 403) {
    notify.error(denied, { title: updateFailed })
    return
  }
  notify.error(messageOf(error, t('Please try again later.')), { title: updateFailed })
}
