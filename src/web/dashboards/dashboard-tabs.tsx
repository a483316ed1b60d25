import { Suspense } from 'react'
import { early, lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-tabs.module.css'
import type { DashboardContentParts } from './use-dashboard-content.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'

export const TabList = early(async () => (await import('./tab-list.tsx')).TabList)
const TabEditing = lazy(() => import('./tab-editing.tsx').then((module) => ({ default: module.TabEditing })))

interface DashboardTabsProps {
  draft: DashboardDraft
  content: DashboardContentParts
  isEditing: boolean
}

/** The tabs of a dashboard that has some; in edit mode also what changes them. */
export function DashboardTabs({ draft, content, isEditing }: DashboardTabsProps) {
  const { tabs, tab, address } = content
  if (tabs.length === 0 && !isEditing) return null
  return (
    <div className={classes.row}>
      <Suspense>
        {tabs.length > 0 && (
          <TabList
            tabs={tabs}
            shown={tab}
            onShow={(id) => address.set({ tab: id === tabs[0]?.id ? null : id })}
          />
        )}
      </Suspense>
      <Suspense>{isEditing && <TabEditing draft={draft} content={content} />}</Suspense>
    </div>
  )
}
