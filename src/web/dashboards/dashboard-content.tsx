import { Button, Group } from '@mantine/core'
import { IconChartBar, IconLayoutDashboard, IconNote } from '@tabler/icons-react'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { PageParameters } from '#web/parameters/page-parameters.tsx'
import { useClientConfig } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './dashboard-content.module.css'
import { dropdownsOfDashboard } from './dashboard-dropdowns.ts'
import type { DashboardRights } from './dashboard-rights.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { FilterRow, hasFilterRow } from './filter-row.tsx'
import { tabElementId, tabPanelId } from './tab-ids.ts'
import type { DashboardContentParts } from './use-dashboard-content.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'
import { WidgetGrid } from './widget-grid.tsx'
import { SortableParameters } from './widget-parameters.tsx'

interface DashboardContentProps {
  draft: DashboardDraft
  rights: DashboardRights
  content: DashboardContentParts
  isEditing: boolean
}

/** Tabs, parameters, filters and widgets of a dashboard. */
export function DashboardContent({ draft, rights, content, isEditing }: DashboardContentProps) {
  const { editing, shown, tabs, address } = content
  const beginWith = (open: () => void) => () => {
    address.set({ edit: '' })
    open()
  }
  const onAdd = {
    widget: beginWith(editing.openAddWidget),
    textbox: beginWith(editing.openAddTextbox),
  }
  return (
    <>
      {editing.bar}
      <DashboardTabs draft={draft} content={content} isEditing={isEditing} />
      <Controls dashboardId={draft.dashboard.id} content={content} isEditing={isEditing} />
      <div
        ref={content.page}
        className={classes.widgets}
        {...(content.tab !== null && {
          id: tabPanelId,
          role: 'tabpanel',
          'aria-labelledby': tabElementId(content.tab),
        })}
      >
        {shown.length === 0 ? (
          <EmptyDashboard isTab={tabs.length > 0} onAdd={rights.mayEdit ? onAdd : null} />
        ) : (
          <WidgetGrid rights={rights} content={content} isEditing={isEditing} />
        )}
      </div>
      {editing.dialogs}
    </>
  )
}

interface ControlsProps {
  dashboardId: number
  content: DashboardContentParts
  isEditing: boolean
}

/** Parameters and filters of the dashboard as a whole. */
function Controls({ dashboardId, content, isEditing }: ControlsProps) {
  const { values, runs, runner, filters, editing } = content
  const { parameters } = values
  const formats = useClientConfig()
  const dropdowns = useMemo(
    () => dropdownsOfDashboard(String(dashboardId), runs, runner.dropdowns),
    [dashboardId, runs, runner],
  )
  if (parameters.all.length === 0 && !hasFilterRow(filters)) return null
  return (
    <div className={classes.controls}>
      <PageParameters
        parameters={parameters}
        dropdowns={dropdowns}
        // changed values rerun the widgets that use them
        onApply={parameters.apply}
        arrange={
          isEditing
            ? (fields) => (
                <SortableParameters
                  fields={fields}
                  onReorder={(names) => void editing.orderParameters(names)}
                />
              )
            : undefined
        }
      />
      <FilterRow of={filters} formats={formats} />
    </div>
  )
}

interface EmptyDashboardProps {
  /** a tab is empty, rather than the whole dashboard */
  isTab: boolean
  /** null: the user may not add widgets */
  onAdd: { widget(): void; textbox(): void } | null
}

/** Shown in place of an empty grid. */
function EmptyDashboard({ isTab, onAdd }: EmptyDashboardProps) {
  const icon = <IconLayoutDashboard size={32} stroke={1.5} />
  const title = isTab ? t('This tab is empty') : t('This dashboard is empty')
  if (onAdd === null) return <EmptyState icon={icon} title={title} />
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Group gap="xs" justify="center">
          <Button leftSection={<IconChartBar size={16} aria-hidden="true" />} onClick={onAdd.widget}>
            {t('Add Widget')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconNote size={16} aria-hidden="true" />}
            onClick={onAdd.textbox}
          >
            {t('Add Textbox')}
          </Button>
        </Group>
      }
    >
      {t('Begin with a visualization of a query, or with a few words on what is to be seen here.')}
    </EmptyState>
  )
}
