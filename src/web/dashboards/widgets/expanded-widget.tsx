import { Button, Group, Modal } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import type { ResultFilter } from '#shared/results/filters.ts'
import type { HostSettings, VisualizationData } from '#visualizations/visualization.ts'
import { VisualizationRenderer } from '#visualizations/visualization-renderer.tsx'
import { whyEmpty } from '#web/results/why-empty.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { FilterFields } from '#web/visualizations/filter-fields.tsx'
import { useResultFilters } from '#web/visualizations/use-result-filters.ts'
import classes from './dashboard-widgets.module.css'
import type { ShownWidget } from './widget-props.ts'

interface ExpandedWidgetProps {
  name: string
  visualization: NonNullable<ShownWidget['visualization']>
  data: VisualizationData
  /** initial choices; changes here affect only this visualization */
  filters: readonly ResultFilter[]
  settings: HostSettings
  onClose(): void
}

/** The same visualization, larger. */
export function ExpandedWidget(props: ExpandedWidgetProps) {
  const { name, visualization, settings, onClose } = props
  const { filters, data, choose } = useResultFilters(props.data, props.filters)
  useFocusReturn()
  return (
    <Modal
      opened
      size="95vw"
      xOffset="2.5vw"
      yOffset="2.5dvh"
      title={name}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ body: classes.expandedBody }}
    >
      <FilterFields filters={filters} formats={settings} onChange={choose} />
      {data.rows.length === 0 && <p className={classes.nothing}>{whyEmpty(props.data)}</p>}
      <div className={classes.expandedVisualization}>
        <VisualizationRenderer
          type={visualization.type}
          name={visualization.name}
          options={visualization.options}
          data={data}
          place="page"
          settings={settings}
        />
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
    </Modal>
  )
}
