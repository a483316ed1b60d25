import { t } from '#shared/messages/translate.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { notify } from '#web/ui/toast.tsx'

export interface WidgetChange {
  text?: string
  options?: Record<string, unknown>
}

/**
 * Where others have changed the same part meanwhile: the reader is asked, the save is refused (whoever saves tells him, for
 * several widgets at once), or it overwrites, since he knows.
 */
export type OnClash = 'ask' | 'refuse' | 'overwrite'

export function tellRemoved(dropWidget: DashboardDraft['dropWidget'], id: number): void {
  dropWidget(id)
  notify.warning(t('This widget has been removed from the dashboard by another user.'))
}
