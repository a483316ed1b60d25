import { type Icon, IconBell, IconCode, IconLayoutDashboard, IconSettings } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { holds } from '../session/use-session.ts'
import { tabOf } from '../ui/tab-of.ts'
import type { HasPage } from '../ui/use-in-app-links.ts'
import { settingsTabsFor } from './settings-tabs.ts'

export interface NavItem {
  label: string
  to: string
  icon: Icon
  isActive: (pathname: string) => boolean
}

const under = (prefix: string) => (pathname: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** The items of the navbar that the user may see, in order. */
export function mainItems(user: SessionUser, hasPage: HasPage): NavItem[] {
  const items: NavItem[] = []
  if (holds(user, 'list_dashboards')) {
    items.push({
      label: t('Dashboards'),
      to: '/dashboards',
      icon: IconLayoutDashboard,
      isActive: under('/dashboards'),
    })
  }
  if (holds(user, 'view_query')) {
    items.push({ label: t('Queries'), to: '/queries', icon: IconCode, isActive: under('/queries') })
  }
  if (holds(user, 'list_alerts')) {
    items.push({ label: t('Alerts'), to: '/alerts', icon: IconBell, isActive: under('/alerts') })
  }
  return items.filter((item) => hasPage(item.to))
}

/** Settings lead to the first tab the user may open. */
export function settingsItem(user: SessionUser): NavItem | null {
  const tabs = settingsTabsFor(user)
  const first = tabs[0]
  if (first === undefined) return null
  return {
    label: t('Settings'),
    to: first.to,
    icon: IconSettings,
    isActive: (pathname) => tabOf(tabs, pathname) !== undefined,
  }
}

/** Opens a page, or runs a step such as a dialog. */
export type CreateItem = { label: string } & ({ to: string } | { run: () => void })

/** What the Create menu offers. `newDashboard`: null for users who may not create one */
export function createItems(
  user: SessionUser,
  hasPage: HasPage,
  newDashboard: (() => void) | null,
): CreateItem[] {
  const items: CreateItem[] = []
  if (holds(user, 'create_query')) items.push({ label: t('New Query'), to: '/queries/new' })
  if (newDashboard) items.push({ label: t('New Dashboard'), run: newDashboard })
  if (holds(user, 'list_alerts')) items.push({ label: t('New Alert'), to: '/alerts/new' })
  return items.filter((item) => !('to' in item) || hasPage(item.to))
}

/** True for users who operate the instance. */
export function mayOpenStatus(user: SessionUser, hasPage: HasPage): boolean {
  return holds(user, 'super_admin') && hasPage(statusPage)
}

export const statusPage: string = '/admin/status'
