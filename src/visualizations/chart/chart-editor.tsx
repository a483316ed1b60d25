import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { editorParts } from './chart-editor-rules.ts'
import type { ChartOptions } from './chart-options.ts'
import { chartSeries } from './chart-series.ts'
import type { ChartTabProps } from './chart-tab-props.ts'
import { ColorsTab } from './editor-colors.tsx'
import { DataLabelsTab } from './editor-data-labels.tsx'
import { GeneralTab } from './editor-general.tsx'
import { SeriesTab } from './editor-series.tsx'
import { XAxisTab } from './editor-x-axis.tsx'
import { YAxisTab } from './editor-y-axis.tsx'

/** The tabs of 4.11. */
export default function ChartEditor({ data, options, settings, onOptionsChange }: EditorProps<ChartOptions>) {
  const { columnMapping, seriesOptions } = options
  const series = useMemo(
    () => chartSeries(data, { columnMapping, seriesOptions }),
    [data, columnMapping, seriesOptions],
  )
  const props: ChartTabProps = {
    data,
    options,
    settings,
    series,
    change: (partial) => onOptionsChange(mergeOptions(options, partial)),
    replace: onOptionsChange,
  }
  return <EditorTabs tabs={chartTabs(props)} />
}

function chartTabs(props: ChartTabProps): EditorTab[] {
  const parts = editorParts(props.options)
  const [x, y] = props.options.swappedAxes ? [t('Y Axis'), t('X Axis')] : [t('X Axis'), t('Y Axis')]
  return [
    { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
    ...(parts.axes
      ? [
          { key: 'x', title: x, content: <XAxisTab {...props} /> },
          { key: 'y', title: y, content: <YAxisTab {...props} /> },
        ]
      : []),
    ...(parts.series
      ? [
          { key: 'series', title: t('Series'), content: <SeriesTab {...props} /> },
          { key: 'colors', title: t('Colors'), content: <ColorsTab {...props} /> },
          { key: 'labels', title: t('Data Labels'), content: <DataLabelsTab {...props} /> },
        ]
      : []),
  ]
}
