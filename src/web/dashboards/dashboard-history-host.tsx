import { useQueryClient } from '@tanstack/react-query'
import { restoreDashboardVersion } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { DashboardHistory } from '#web/dashboards/versions/dashboard-history.tsx'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { confirmRestore } from '#web/versions/confirm-restore.tsx'
import { type ShownHistory, useHistoryAddress } from '#web/versions/history-address.ts'
import { versionTitle } from '#web/versions/version-words.ts'
import type { ListedVersion } from '#web/versions/versioned.ts'
import { storedDashboard } from './dashboard-load.ts'
import type { PageDashboard } from './page-dashboard.ts'
import { complainOfSave } from './save-dashboard.ts'
import { tellUnsafeShares } from './tell-unsafe-shares.ts'

interface DashboardHistoryHostProps {
  dashboard: PageDashboard
  shown: ShownHistory
  mayRestore: boolean
}

/** The version history of the page's dashboard. Restoring a version reloads the page's state. */
export function DashboardHistoryHost({ dashboard, shown, mayRestore }: DashboardHistoryHostProps) {
  const { id, name } = dashboard
  const { show } = useHistoryAddress()
  const { dateTimeFormat } = useClientConfig()
  const client = useQueryClient()

  const restore = async (version: ListedVersion, current: number) => {
    const formatDate = (date: string) => formatMoment(date, dateTimeFormat)
    const becomes = t(
      'Its name, tags, filters, tabs, parameters and widgets become what they were then. What is stored now stays in the history.',
    )
    if (!(await confirmRestore({ name, version, formatDate, becomes, hasUnsavedChanges: false }))) return
    try {
      const restored = await call(restoreDashboardVersion, {
        params: { id, version_id: version.id },
        body: { version: current },
      })
      await show(null)
      client.setQueryData(storedDashboard(id).queryKey, restored)
      notify.success(t('{version} restored', { version: versionTitle(version) }))
      if (restored.public_url !== undefined) tellOfWidgets(restored.widgets ?? [])
    } catch (error) {
      complainOfRestore(error)
    }
  }
  return (
    <DashboardHistory
      dashboardId={id}
      shown={shown}
      onShow={(next) => void show(next)}
      onRestore={mayRestore ? restore : null}
    />
  )
}

/** A restored widget may be unsafe to share. */
function tellOfWidgets(widgets: readonly Widget[]): void {
  const unsafe = widgets.flatMap(({ visualization }) =>
    visualization?.query.is_safe === false ? [visualization.query.id] : [],
  )
  for (const id of new Set(unsafe)) void tellUnsafeShares(id)
}

function complainOfRestore(error: unknown): void {
  if (error instanceof ApiError && error.status === 409) complainOfSave(error)
  else {
    const title = t('The version could not be restored')
    notify.error(messageOf(error, t('Please try again later.')), { title })
  }
}
