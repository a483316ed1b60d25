import { Tabs } from '@mantine/core'
import type { DashboardTab } from '#shared/dashboards/dashboard-options.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-tabs.module.css'
import { tabElementId, tabPanelId } from './tab-ids.ts'

interface TabListProps {
  tabs: readonly DashboardTab[]
  /** id of the shown one */
  shown: string | null
  onShow(id: string): void
}

/** The tabs of a dashboard: which of its grids is shown. */
export function TabList({ tabs, shown, onShow }: TabListProps) {
  return (
    <Tabs className={classes.tabs} value={shown} onChange={(id) => id !== null && onShow(id)}>
      <Tabs.List className={classes.list} aria-label={t('Tabs of the dashboard')}>
        {tabs.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} id={tabElementId(id)} aria-controls={tabPanelId}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
