import { Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'

export interface EditorTab {
  /** stays the same when the title changes */
  key: string
  title: string
  content: ReactNode
}

/** Tabs of an editor. When the active tab disappears, the first one is shown. */
export function EditorTabs({ tabs }: { tabs: readonly EditorTab[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const active = tabs.find((tab) => tab.key === chosen) ?? tabs[0]
  return (
    <Tabs value={active?.key ?? null} onChange={setChosen} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.key} value={tab.key} px={{ base: 5, xs: 8 }} fz={{ base: 13, xs: 14 }}>
            {tab.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
