import { type Icon, IconCode, IconSettings } from '@tabler/icons-react'
import type { SessionUser } from '#shared/session/session-api.ts'
import { settingsTabsFor } from './settings-tabs.ts'
import { holds } from './use-session.ts'

export interface NavItem {
  label: string
  to: '/queries' | '/data_sources' | '/query_snippets' | '/users/me'
  icon: Icon
  isActive: (pathname: string) => boolean
}

const under = (prefix: string) => (pathname: string) =>
  pathname === prefix || pathname.startsWith(`${prefix}/`)

/** The places of the navbar, in order: what the user may see of it. Dashboards and Alerts stand around Queries. */
export function mainItems(user: SessionUser): NavItem[] {
  const items: NavItem[] = []
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

export interface CreateItem {
  label: string
  to: '/queries/new'
}

/** What the Create menu offers. */
export function createItems(user: SessionUser): CreateItem[] {
  return holds(user, 'create_query') ? [{ label: 'New Query', to: '/queries/new' }] : []
}
