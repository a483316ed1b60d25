import { Menu } from '@mantine/core'
import {
  IconAdjustments,
  IconExternalLink,
  IconFileSpreadsheet,
  IconFileText,
  IconPhoto,
} from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { parametersOfText, readStoredParameters } from '#shared/parameters/detect-parameters.ts'
import { downloadAddress, downloadFormats } from '#web/results/downloads.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { notify } from '#web/ui/toast.tsx'
import { exportImage, imageFileName, imageFormats } from '#web/visualizations/download-image.ts'
import { QueryLink } from './query-link.tsx'
import { MoveItems, RemoveItem, WidgetMenu } from './widget-menu.tsx'
import type { DashboardWidgetProps } from './widget-props.ts'

export interface VisualizationMenuProps
  extends Pick<
    DashboardWidgetProps,
    'results' | 'canEdit' | 'mayViewQuery' | 'onRemove' | 'onEditParameters' | 'otherTabs' | 'onMoveToTab'
  > {
  widget: Widget
  visualization: NonNullable<Widget['visualization']>
  name: string
  result: LoadedResult | null
  visualizationRef: RefObject<HTMLDivElement | null>
}

/** The menu of a widget with a visualization (docs/reference/dashboards.md#widget-menu). */
export function VisualizationMenu(props: VisualizationMenuProps) {
  const { widget, visualization, name, result, canEdit, onRemove, onEditParameters, onMoveToTab } = props
  const { query } = visualization
  const parameters = props.results.parametersOf(widget.id)
  const hasParameters = parametersOfText(query.query, readStoredParameters(query.options)).length > 0
  return (
    <WidgetMenu of={name}>
      <Downloads queryId={query.id} queryName={query.name} result={result} />
      {imageFormats.map(({ format, label }) => (
        <Menu.Item
          key={format}
          leftSection={<IconPhoto size={16} />}
          disabled={result === null}
          onClick={() =>
            void exportImage(props.visualizationRef.current, format, name).catch(tellExportFailure)
          }
        >
          {label}
        </Menu.Item>
      ))}
      {(props.mayViewQuery || (canEdit && hasParameters)) && <Menu.Divider />}
      {props.mayViewQuery && (
        <Menu.Item
          renderRoot={(item: object) => (
            <QueryLink
              queryId={query.id}
              visualizationId={visualization.id}
              parameters={parameters}
              {...item}
            />
          )}
          leftSection={<IconExternalLink size={16} />}
        >
          {t('View Query')}
        </Menu.Item>
      )}
      {canEdit && hasParameters && onEditParameters !== undefined && (
        <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={() => onEditParameters(widget)}>
          {t('Edit Parameters')}
        </Menu.Item>
      )}
      <MoveItems tabs={props.otherTabs} onMove={onMoveToTab && ((tab) => onMoveToTab(widget, tab))} />
      {canEdit && onRemove !== undefined && (
        <>
          <Menu.Divider />
          <RemoveItem onRemove={() => onRemove(widget)} />
        </>
      )}
    </WidgetMenu>
  )
}

interface DownloadsProps {
  queryId: number
  queryName: string
  result: LoadedResult | null
}

/** Downloads of the stored result; disabled without rows. */
function Downloads({ queryId, queryName, result }: DownloadsProps) {
  return downloadFormats.map(({ format, label }) => {
    const icon = format === 'xlsx' ? <IconFileSpreadsheet size={16} /> : <IconFileText size={16} />
    if (result === null || result.rowCount === 0) {
      return (
        <Menu.Item key={format} leftSection={icon} disabled>
          {label}
        </Menu.Item>
      )
    }
    return (
      <Menu.Item
        key={format}
        component="a"
        href={downloadAddress(queryId, result.id, format)}
        download={downloadName(queryName, result.retrieved_at, format)}
        leftSection={icon}
      >
        {label}
      </Menu.Item>
    )
  })
}

function tellExportFailure(failure: unknown): void {
  notify.error(failure instanceof Error ? failure.message : String(failure), {
    title: t('The image could not be downloaded.'),
  })
}

/** File name of a downloaded result: the query's name and the day of its data (docs/reference/screens.md#result-menu). */
function downloadName(queryName: string, retrievedAt: string, format: string): string {
  return `${imageFileName(queryName)}_${retrievedAt.slice(0, 10).replaceAll('-', '_')}.${format}`
}
