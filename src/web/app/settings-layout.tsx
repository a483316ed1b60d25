import { Outlet, useLocation } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { Page } from './page.tsx'
import { PageTabs } from './page-tabs.tsx'
import { settingsTabsFor } from './settings-tabs.ts'
import { tabOf } from './tab-of.ts'
import { useCurrentUser } from './use-session.ts'

/** Tabs of the settings area; a tab is shown to those who may open it. */
export function SettingsLayout() {
  const tabs = settingsTabsFor(useCurrentUser())
  const { pathname } = useLocation()
  return (
    <Page width={tabOf(tabs, pathname)?.to === '/admin/events' ? 'wide' : 'normal'}>
      <PageTabs tabs={tabs} label={t('Settings')} />
      <Outlet />
    </Page>
  )
}
