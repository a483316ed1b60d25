import { Checkbox, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { type ChartTabProps, editorParts } from './chart-editor-rules.ts'
import type { ChartOptions } from './chart-options.ts'
import { chartSeries } from './chart-series.ts'
import { XAxisTab, YAxisTab } from './editor-axes.tsx'
import { ColorsTab } from './editor-colors.tsx'
import { GeneralTab } from './editor-general.tsx'
import { SeriesTab } from './editor-series.tsx'

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

const templateNames = t(
  'Replaced in it: {{ @@name }}, {{ @@x }}, {{ @@y }}, {{ @@yPercent }}, {{ @@yError }}, {{ @@size }} and every column of the result by its name.',
)

function DataLabelsTab({ options, change }: ChartTabProps) {
  const { dataLabels, heatmap } = editorParts(options)
  return (
    <Stack gap="md">
      {dataLabels ? (
        <Checkbox
          label={t('Show Data Labels')}
          checked={options.showDataLabels}
          onChange={(event) => change({ showDataLabels: event.currentTarget.checked })}
        />
      ) : null}
      <DebouncedInput
        label={t('Number Values Format')}
        value={options.numberFormat}
        onChange={(numberFormat) => change({ numberFormat })}
      />
      <DebouncedInput
        label={t('Percent Values Format')}
        disabled={heatmap}
        value={options.percentFormat}
        onChange={(percentFormat) => change({ percentFormat })}
      />
      <DebouncedInput
        label={t('Date/Time Values Format')}
        value={options.dateTimeFormat}
        onChange={(dateTimeFormat) => change({ dateTimeFormat })}
      />
      <DebouncedInput
        label={t('Data Labels')}
        placeholder={t('(auto)')}
        disabled={heatmap}
        description={heatmap ? t('The cells of a heatmap are labeled with their number.') : templateNames}
        value={options.textFormat}
        onChange={(textFormat) => change({ textFormat })}
      />
    </Stack>
  )
}
