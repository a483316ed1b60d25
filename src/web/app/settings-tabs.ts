import { t } from '#shared/messages/translate.ts'
import type { Permission } from '#shared/permissions/permission.ts'
import type { SessionUser } from '#shared/session/session-api.ts'
import { holds } from '../session/use-session.ts'

export interface SettingsTab {
  label: string
  to:
    | '/data_sources'
    | '/users'
    | '/groups'
    | '/destinations'
    | '/query_snippets'
    | '/settings/general'
    | '/settings/git-sync'
    | '/users/me'
    | '/admin/events'
  needs: Permission | null
}

/** Order of docs/reference/screens-administration.md#settings-tabs. */
const settingsTabs: readonly SettingsTab[] = [
  { label: t('Data Sources'), to: '/data_sources', needs: 'admin' },
  { label: t('Users'), to: '/users', needs: 'list_users' },
  { label: t('Groups'), to: '/groups', needs: 'list_users' },
  { label: t('Alert Destinations'), to: '/destinations', needs: 'admin' },
  { label: t('Query Snippets'), to: '/query_snippets', needs: 'create_query' },
  { label: t('General'), to: '/settings/general', needs: 'admin' },
  { label: t('Git Sync'), to: '/settings/git-sync', needs: 'admin' },
  { label: t('Account'), to: '/users/me', needs: null },
  { label: t('Audit Log'), to: '/admin/events', needs: 'admin' },
]

export function settingsTabsFor(user: SessionUser): SettingsTab[] {
  return settingsTabs.filter((tab) => tab.needs === null || holds(user, tab.needs))
}
