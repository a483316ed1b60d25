import { t } from '#shared/messages/translate.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { notify } from '#web/ui/toast.tsx'

export interface WidgetChange {
  text?: string
  options?: Record<string, unknown>
}

/**
 * If others changed the same part in the meantime: ask the user, refuse the save (the caller reports all refused widgets at
 * once), or overwrite, because the user has agreed.
 */
export type OnClash = 'ask' | 'refuse' | 'overwrite'

export function tellRemoved(dropWidget: DashboardDraft['dropWidget'], id: number): void {
  dropWidget(id)
  notify.warning(t('This widget has been removed from the dashboard by another user.'))
}
