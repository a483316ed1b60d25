import { type Icon, IconCode, IconLayoutDashboard, IconSettings } from '@tabler/icons-react'
import type { SessionUser } from '#shared/session/session-api.ts'
import { settingsTabsFor } from './settings-tabs.ts'
import { holds } from './use-session.ts'

export interface NavItem {
  label: string
  to: '/dashboards' | '/queries' | '/data_sources' | '/query_snippets' | '/users/me'
  icon: Icon
  isActive: (pathname: string) => boolean
}

const under = (prefix: string) => (pathname: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** The places of the navbar, in order: what the user may see of it. Alerts come after Queries. */
export function mainItems(user: SessionUser): NavItem[] {
  const items: NavItem[] = []
  if (holds(user, 'list_dashboards')) {
    items.push({
      label: 'Dashboards',
      to: '/dashboards',
      icon: IconLayoutDashboard,
      isActive: under('/dashboards'),
    })
  }
  if (holds(user, 'view_query')) {
    items.push({ label: 'Queries', to: '/queries', icon: IconCode, isActive: under('/queries') })
  }
  return items
}

/** Settings lead to the first tab the user may open. */
export function settingsItem(user: SessionUser): NavItem | null {
  const tabs = settingsTabsFor(user)
  const first = tabs[0]
  if (first === undefined) return null
  return {
    label: 'Settings',
    to: first.to,
    icon: IconSettings,
    isActive: (pathname) => tabs.some((tab) => under(tab.to)(pathname)),
  }
}

/** Leads to a page, or asks something first. */
export type CreateItem = { label: string } & ({ to: '/queries/new' } | { run: () => void })

/** What the Create menu offers. `newDashboard`: null for those who may not */
export function createItems(user: SessionUser, newDashboard: (() => void) | null): CreateItem[] {
  const items: CreateItem[] = []
  if (holds(user, 'create_query')) items.push({ label: 'New Query', to: '/queries/new' })
  if (newDashboard) items.push({ label: 'New Dashboard', run: newDashboard })
  return items
}
