import { Menu } from '@mantine/core'
import { IconDotsVertical, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'
import { t } from '#shared/messages/translate.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import classes from './dashboard-widgets.module.css'

/** `of`: the widget's name */
export function WidgetMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <IconMenu
      label={t('More actions for {of}', { of })}
      hint={t('More actions')}
      icon={<IconDotsVertical size={16} />}
      variant="subtle"
      color="gray"
      size={28}
      {...(classes.menu !== undefined && { className: classes.menu })}
    >
      {children}
    </IconMenu>
  )
}

export interface MoveItemsProps {
  tabs: readonly DashboardTab[] | undefined
  /** undefined: it cannot be moved */
  onMove: ((tab: string) => void) | undefined
}

/** The tabs that a widget may move to. */
export function MoveItems({ tabs = [], onMove }: MoveItemsProps) {
  if (tabs.length === 0 || onMove === undefined) return null
  return (
    <>
      <Menu.Divider />
      {tabs.map(({ id, name }) => (
        <Menu.Item key={id} leftSection={<IconFolderSymlink size={16} />} onClick={() => onMove(id)}>
          {t('Move to “{name}”', { name })}
        </Menu.Item>
      ))}
    </>
  )
}

export function RemoveItem({ onRemove }: { onRemove(): void }) {
  return (
    <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onRemove}>
      {t('Remove from Dashboard')}
    </Menu.Item>
  )
}
