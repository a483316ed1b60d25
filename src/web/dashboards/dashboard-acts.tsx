import { Text } from '@mantine/core'
import { archiveDashboard, forkDashboard } from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { parseSearch, stringifySearch } from '#web/ui/search-params.ts'
import { addressOfFork } from './fork-address.ts'
import { complainOfSave } from './save-dashboard.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

export async function archive(draft: DashboardDraft): Promise<boolean> {
  const { id, name } = draft.dashboard
  if (!(await confirmArchive(name))) return false
  try {
    const { is_archived, version, updated_at } = await call(archiveDashboard, { params: { id } })
    draft.adopt({ is_archived, version, updated_at })
    return true
  } catch (error) {
    complainOfSave(error)
    return false
  }
}

function confirmArchive(name: string): Promise<boolean> {
  return confirm({
    title: t('Archive Dashboard'),
    message: (
      <>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('Are you sure you want to archive the dashboard “{name}”?', { name })}
        </Text>
        <Text mt="xs">
          {t('It leaves the lists, but keeps its widgets and its address. Unarchiving brings it back.')}
        </Text>
      </>
    ),
    confirmLabel: t('Archive'),
    danger: true,
  })
}

/**
 * Copies the stored dashboard and opens the copy in a new tab, with what the address of this one says. The tab is opened
 * at once, because browsers allow that only while the click is being handled.
 */
export async function fork(id: number): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const copy = await call(forkDashboard, { params: { id } })
    const search = stringifySearch(addressOfFork(parseSearch(window.location.search)))
    const address = `/dashboards/${copy.id}-${copy.slug}${search}`
    if (tab === null) window.location.assign(address)
    else tab.location.assign(address)
  } catch (error) {
    tab?.close()
    complainOfSave(error)
  }
}
