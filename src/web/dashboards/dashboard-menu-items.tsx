import { Menu } from '@mantine/core'
import {
  IconEdit,
  IconGitFork,
  IconHistory,
  IconMaximize,
  IconPhoto,
  IconPrinter,
  IconShare3,
  IconUsers,
} from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { StateItems } from '#web/ui/state-items.tsx'
import { archive, fork } from './dashboard-acts.tsx'
import type { DashboardDialog } from './dashboard-dialogs.tsx'
import type { DashboardRights } from './dashboard-rights.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

export interface MenuParts {
  draft: DashboardDraft
  rights: DashboardRights
  /** what stands beside the menu elsewhere has no room */
  isNarrow: boolean
  /** null: it is edited already, or cannot be on this screen */
  onEdit: (() => void) | null
  onFullscreen: (() => void) | null
  onDialog(dialog: DashboardDialog): void
  /** null: not while it is edited, nor for those who may not see it */
  onHistory: (() => void) | null
  /** null: there is nothing to draw */
  onPicture: (() => void) | null
  onPrint(): void
}

/** What the viewer may do with the dashboard (docs/reference/dashboards.md#dashboard-rights). */
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
      <StateItems
        isDraft={draft.dashboard.is_draft}
        rights={rights}
        save={draft.save}
        onArchive={() => void archive(draft)}
      />
      {/* a rule where something stands above it */}
      {(onEdit !== null || rights.mayFork || rights.mayUnarchive) && <Menu.Divider />}
      {parts.onPicture !== null && (
        <Menu.Item leftSection={<IconPhoto size={16} />} onClick={parts.onPicture}>
          {t('Download as PNG')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconPrinter size={16} />} onClick={parts.onPrint}>
        {t('Print or save as PDF')}
      </Menu.Item>
    </>
  )
}
