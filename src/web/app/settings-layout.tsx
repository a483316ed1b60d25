import { Tabs } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { Page } from './page.tsx'
import { settingsTabOf, settingsTabsFor } from './settings-tabs.ts'
import { useCurrentUser } from './use-session.ts'

/** Tabs of the settings area; a tab is shown to those who may open it. */
export function SettingsLayout() {
  const tabs = settingsTabsFor(useCurrentUser())
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const active = settingsTabOf(tabs, pathname)
  return (
    <Page width={active?.to === '/admin/events' ? 'wide' : 'normal'}>
      <Tabs
        value={active?.to ?? null}
        onChange={(value) => {
          const tab = tabs.find((candidate) => candidate.to === value)
          if (tab !== undefined) void navigate({ to: tab.to })
        }}
        activateTabWithKeyboard={false}
        mb="lg"
      >
        <Tabs.List aria-label={t('Settings')}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.to} value={tab.to}>
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Outlet />
    </Page>
  )
}
