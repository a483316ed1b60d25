import { Outlet, useLocation } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { useCurrentUser } from '../session/use-session.ts'
import { Page } from '../ui/page.tsx'
import { PageTabs } from '../ui/page-tabs.tsx'
import { tabOf } from '../ui/tab-of.ts'
import { settingsTabsFor } from './settings-tabs.ts'

/** tables of many columns */
const wide: ReadonlySet<string | undefined> = new Set(['/admin/events', '/users'])

/** Tabs of the settings area; each is shown to users who may open it. */
export function SettingsLayout() {
  const tabs = settingsTabsFor(useCurrentUser())
  const { pathname } = useLocation()
  return (
    <Page width={wide.has(tabOf(tabs, pathname)?.to) ? 'wide' : 'normal'}>
      <PageTabs tabs={tabs} label={t('Settings')} />
      <Outlet />
    </Page>
  )
}
