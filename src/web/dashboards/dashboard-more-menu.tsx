import { IconDots } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { IconMenu } from '#web/ui/icon-menu.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { OpeningMenu } from '#web/ui/opening.tsx'
import type { MenuParts } from './dashboard-menu-items.tsx'

const loadItems = () => import('./dashboard-menu-items.tsx')
const DashboardMenuItems = lazy(() => loadItems().then((module) => ({ default: module.DashboardMenuItems })))

/** What is rarely done with a dashboard. On narrow screens also what stands beside the menu elsewhere. */
export function DashboardMoreMenu(props: MenuParts) {
  return (
    <IconMenu
      label={t('More actions')}
      icon={<IconDots size={16} />}
      variant="default"
      size={30}
      isInPlace
      onNear={() => void loadItems()}
    >
      <OpeningMenu>
        <DashboardMenuItems {...props} />
      </OpeningMenu>
    </IconMenu>
  )
}
