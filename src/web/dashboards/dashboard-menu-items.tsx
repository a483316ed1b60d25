import { Menu, Text } from '@mantine/core'
import {
  IconEdit,
  IconGitFork,
  IconHistory,
  IconMaximize,
  IconPhoto,
  IconPin,
  IconPinnedOff,
  IconPrinter,
  IconShare3,
  IconUsers,
} from '@tabler/icons-react'
import {
  archiveDashboard,
  forkDashboard,
  pinDashboard,
  unpinDashboard,
} from '#shared/dashboards/dashboards-api.ts'
import { t } from '#shared/messages/translate.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { parseSearch, stringifySearch } from '#web/ui/search-params.ts'
import { StateItems } from '#web/ui/state-items.tsx'
import { notify } from '#web/ui/toast.tsx'
import type { DashboardDialog } from './dashboard-dialogs.tsx'
import type { DashboardRights } from './dashboard-rights.ts'
import { complainOfSave } from './save-dashboard.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

export interface MenuParts {
  draft: DashboardDraft
  rights: DashboardRights
  /** narrow screens: buttons beside the menu move into it */
  isNarrow: boolean
  /** null: already editing, or the screen is too narrow */
  onEdit: (() => void) | null
  onFullscreen: (() => void) | null
  onDialog(dialog: DashboardDialog): void
  /** null: while editing, or without the right to see it */
  onHistory: (() => void) | null
  /** null: nothing to export */
  onExportImage: (() => void) | null
  onPrint(): void
}

/** The actions that the viewer may take (docs/reference/dashboards.md#dashboard-rights). */
export function DashboardMenuItems(parts: MenuParts) {
  const { draft, rights, onEdit, onDialog } = parts
  const { id } = draft.dashboard
  return (
    <>
      {onEdit !== null && (
        <Menu.Item leftSection={<IconEdit size={16} />} onClick={onEdit}>
          {t('Edit')}
        </Menu.Item>
      )}
      {rights.mayFork && (
        <Menu.Item leftSection={<IconGitFork size={16} />} onClick={() => void fork(id)}>
          {t('Fork')}
        </Menu.Item>
      )}
      {parts.isNarrow && rights.maySeeSharing && (
        <Menu.Item leftSection={<IconShare3 size={16} />} onClick={() => onDialog('share')}>
          {t('Share')}
        </Menu.Item>
      )}
      {parts.isNarrow && parts.onFullscreen !== null && (
        <Menu.Item leftSection={<IconMaximize size={16} />} onClick={parts.onFullscreen}>
          {t('Fullscreen')}
        </Menu.Item>
      )}
      {rights.mayManagePermissions && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => onDialog('permissions')}>
          {t('Manage Permissions')}
        </Menu.Item>
      )}
      {parts.onHistory !== null && (
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={parts.onHistory}>
          {t('Version history')}
        </Menu.Item>
      )}
      <PinItem draft={draft} />
      <StateItems
        isDraft={draft.dashboard.is_draft}
        rights={rights}
        save={draft.save}
        onArchive={() => void archive(draft)}
      />
      {/* a rule where something stands above it */}
      {(onEdit !== null || rights.mayFork || rights.mayUnarchive) && <Menu.Divider />}
      {parts.onExportImage !== null && (
        <Menu.Item leftSection={<IconPhoto size={16} />} onClick={parts.onExportImage}>
          {t('Download as PNG')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPrinter size={16} />} onClick={parts.onPrint}>
        {t('Print or save as PDF')}
      </Menu.Item>
    </>
  )
}

/** For admins: on the home page of all who may see the dashboard. */
function PinItem({ draft }: { draft: DashboardDraft }) {
  const { id, is_pinned, is_draft, is_archived } = draft.dashboard
  if (is_pinned === undefined || is_draft || is_archived) return null
  const toggle = async () => {
    try {
      await call(is_pinned ? unpinDashboard : pinDashboard, { params: { id } })
      draft.adopt({ is_pinned: !is_pinned })
      notify.success(
        is_pinned ? t('Unpinned from the home page.') : t('Pinned to the home page of the team.'),
      )
    } catch (error) {
      complainOfSave(error)
    }
  }
  return (
    <Menu.Item
      leftSection={is_pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
      onClick={() => void toggle()}
    >
      {is_pinned ? t('Unpin from home page') : t('Pin to home page')}
    </Menu.Item>
  )
}

async function archive(draft: DashboardDraft): Promise<boolean> {
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
 * Copies the stored dashboard and opens the copy in a new tab, keeping the search part of the address. Opens the tab
 * at once, because browsers allow that only while handling the click.
 */
async function fork(id: number): Promise<void> {
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

/** The search part for a copy's address: everything but values of widgets, because the copy's widgets have new ids. */
export function addressOfFork(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !/^p_w\d+_/.test(name)))
}
