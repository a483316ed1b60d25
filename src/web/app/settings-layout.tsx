import { Outlet } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { Page } from './page.tsx'
import { PageTabs } from './page-tabs.tsx'
import { settingsTabsFor } from './settings-tabs.ts'
import { useCurrentUser } from './use-session.ts'

/** Tabs of the settings area; a tab is shown to those who may open it. */
export function SettingsLayout() {
  return (
    <Page>
      <PageTabs tabs={settingsTabsFor(useCurrentUser())} label={t('Settings')} />
      <Outlet />
    </Page>
  )
}
