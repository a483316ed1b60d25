import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from '#web/ui/lazy.ts'
import type { MenuParts } from './dashboard-menu-items.tsx'

const loadItems = () => import('./dashboard-menu-items.tsx')
const DashboardMenuItems = lazy(() => loadItems().then((module) => ({ default: module.DashboardMenuItems })))

/** What is rarely done with a dashboard. On narrow screens also what stands beside the menu elsewhere. */
export function DashboardMoreMenu(props: MenuParts) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      opened={isOpen}
      onChange={setIsOpen}
    >
      <Menu.Target>
        <Tooltip label={t('More actions')} disabled={isOpen}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('More actions')}
            onPointerEnter={() => void loadItems()}
            onFocus={() => void loadItems()}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <DashboardMenuItems {...props} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
