import { Skeleton } from '@mantine/core'
import { IconLayoutDashboard } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { FilterRow, hasFilterRow } from '#web/dashboards/filter-row.tsx'
import { DashboardGrid } from '#web/dashboards/grid/dashboard-grid.tsx'
import { tabElementId, tabPanelId } from '#web/dashboards/tab-ids.ts'
import { labelOfWidget } from '#web/dashboards/widget-label.ts'
import { DashboardWidget } from '#web/dashboards/widgets/dashboard-widget.tsx'
import type { WantedWidget } from '#web/dashboards/widgets/use-dashboard-results.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { hostSettings } from '#web/visualizations/settings-of-config.ts'
import classes from './public-dashboard.module.css'
import { type PublicContentParts, type PublicParts, usePublicContent } from './use-public-content.ts'

const TabList = lazy(async () => ({ default: (await import('#web/dashboards/tab-list.tsx')).TabList }))

interface PublicContentProps extends PublicParts {
  /** every widget with a query, with the values to run it with */
  wanted: readonly WantedWidget[]
  /** controls of the dashboard's parameters */
  controls: ReactNode
  /** controls of a widget's own parameters */
  controlsOf(widgetId: number): ReactNode
}

/** Tabs, parameters, filters, and the widgets of the shown tab. */
export function PublicContent(props: PublicContentProps) {
  const content = usePublicContent(props, props.wanted)
  const { shown, tabs, tab, filters } = content
  return (
    <>
      {tabs.length > 0 && (
        <div className={classes.tabs}>
          <Suspense fallback={<Skeleton height={36} />}>
            <TabList tabs={tabs} shown={tab} onShow={content.showTab} />
          </Suspense>
        </div>
      )}
      {(props.controls !== null || hasFilterRow(filters)) && (
        <div className={classes.controls}>
          {props.controls}
          <FilterRow of={filters} formats={props.config} />
        </div>
      )}
      <div {...(tab !== null && { role: 'tabpanel', id: tabPanelId, 'aria-labelledby': tabElementId(tab) })}>
        {shown.length === 0 ? (
          <EmptyState
            icon={<IconLayoutDashboard size={32} stroke={1.5} />}
            title={tab === null ? t('This dashboard is empty') : t('This tab is empty')}
          />
        ) : (
          <Widgets {...props} content={content} />
        )}
      </div>
    </>
  )
}

function Widgets({ config, content, controlsOf }: PublicContentProps & { content: PublicContentParts }) {
  const { shown, items, setItems, results, filters } = content
  const settings = useMemo(() => hostSettings(config), [config])
  const byId = useMemo(() => new Map(shown.map((widget) => [widget.id, widget])), [shown])
  const labelOf = useCallback((id: number) => labelOfWidget(byId.get(id)), [byId])
  const draw = useCallback(
    (id: number) => {
      const widget = byId.get(id)
      if (widget === undefined) return null
      return (
        <DashboardWidget
          widget={widget}
          results={results}
          settings={settings}
          place="public"
          canEdit={false}
          isEditing={false}
          parameters={controlsOf(id)}
          filters={filters.filters}
        />
      )
    },
    [byId, results, settings, controlsOf, filters.filters],
  )
  return (
    <DashboardGrid items={items} editing={false} onChange={setItems} labelOf={labelOf}>
      {draw}
    </DashboardGrid>
  )
}
