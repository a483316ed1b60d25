import { deleteWidget, type Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { complain } from '#web/dashboards/editing/complain.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

/** Takes a widget off the dashboard; one that somebody else has removed already just goes. */
export async function removeWidget(dropWidget: DashboardDraft['dropWidget'], { id }: Widget): Promise<void> {
  try {
    await call(deleteWidget, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) {
      complain(t('Widget cannot be updated'), error)
      return
    }
  }
  dropWidget(id)
}
