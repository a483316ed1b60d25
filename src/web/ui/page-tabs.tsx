import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { tabOf } from './tab-of.ts'

export interface PageTab {
  label: string
  to: string
}

/** Tabs that are separate pages; a page below one belongs to its tab. */
export function PageTabs({ tabs, label }: { tabs: readonly PageTab[]; label: string }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const active = tabOf(tabs, pathname)
  return (
    <Tabs
      value={active?.to ?? null}
      onChange={(value) => {
        const tab = tabs.find((candidate) => candidate.to === value)
        if (tab !== undefined) void navigate({ to: tab.to })
      }}
      activateTabWithKeyboard={false}
      mb="lg"
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.to} value={tab.to}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
