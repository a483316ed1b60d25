import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core'
import { IconEdit, IconLayoutGridAdd, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { VisualizationIcon } from '#web/visualizations/visualization-icon.tsx'
import type { ShownVisualization } from '../visualizations/visualization-hash.ts'
import classes from './results.module.css'

export interface ResultTabsProps {
  visualizations: readonly ShownVisualization[]
  shown: ShownVisualization
  onShow(id: number | null): void
  mayEdit: boolean
  /** false for types that this version does not support */
  mayEditShown: boolean
  /** false on narrow screens */
  mayDelete: boolean
  /** null: not available here */
  onAdd: (() => void) | null
  onNew(): void
  onEdit(): void
  onDelete(): void
  refresh: { isDisabled: boolean; onRefresh(): void } | null
  /** the state of a run, in the place of the actions; null: nothing runs */
  status: ReactNode
}

/** The visualizations of the result, one tab each, with their actions. */
export function ResultTabs(props: ResultTabsProps) {
  const { visualizations, shown, mayEdit, refresh } = props
  const isFirst = visualizations[0]?.id === shown.id
  return (
    <div className={classes.tabs}>
      <Tabs
        className={classes.tabList}
        value={tabValue(shown.id)}
        onChange={(value) => props.onShow(value === null || value === virtualValue ? null : Number(value))}
      >
        <Tabs.List className={classes.tabRow} aria-label={t('Visualizations')}>
          {visualizations.map((one) => (
            <Tabs.Tab
              key={tabValue(one.id)}
              value={tabValue(one.id)}
              id={resultTabId(one.id)}
              aria-controls={resultPanelId}
              leftSection={<VisualizationIcon type={one.type} size={14} />}
            >
              {one.name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {props.status}
      <div className={classes.tabActions} hidden={props.status !== null}>
        {mayEdit && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={props.onNew}
          >
            {t('New Visualization')}
          </Button>
        )}
        {props.onAdd && (
          <Tooltip label={t('Add to Dashboard')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Add to Dashboard')}
              onClick={props.onAdd}
            >
              <IconLayoutGridAdd size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {mayEdit && props.mayEditShown && shown.id !== null && (
          <Tooltip label={t('Edit Visualization')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Edit Visualization')}
              onClick={props.onEdit}
            >
              <IconEdit size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {mayEdit && props.mayDelete && !isFirst && (
          <Tooltip label={t('Delete Visualization')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('Delete {name}', { name: shown.name })}
              onClick={props.onDelete}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {refresh && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={refresh.isDisabled}
            leftSection={<IconRefresh size={14} aria-hidden="true" />}
            onClick={refresh.onRefresh}
          >
            {t('Refresh Now')}
          </Button>
        )}
      </div>
    </div>
  )
}

const virtualValue = 'table'
export const resultPanelId = 'result-panel'

function tabValue(id: number | null): string {
  return id === null ? virtualValue : String(id)
}

export function resultTabId(id: number | null): string {
  return `result-tab-${tabValue(id)}`
}
