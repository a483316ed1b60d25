import { Checkbox, Stack, Switch } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput, DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import {
  type ChartTabProps,
  chartTypeChoices,
  editorParts,
  neededRoles,
  withChartType,
  withHorizontal,
} from './chart-editor-rules.ts'
import { ColumnSelects } from './editor-columns.tsx'
import { CustomControls } from './editor-custom.tsx'
import { completedMapping } from './suggest-mapping.ts'

export function GeneralTab(props: ChartTabProps) {
  const { data, options, settings, change, replace } = props
  const parts = editorParts(options)
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Chart Type')}
        choices={chartTypeChoices(options.globalSeriesType, settings.allowCustomJSVisualizations)}
        value={options.globalSeriesType}
        onChange={(type) => {
          const { columnMapping } = options
          const mapping = columnMapping && completedMapping(columnMapping, neededRoles(type), data)
          replace({ ...withChartType(options, type), columnMapping: mapping })
        }}
      />
      {parts.horizontal ? (
        <Checkbox
          label={t('Horizontal Chart')}
          checked={options.swappedAxes === true}
          onChange={(event) => replace(withHorizontal(options, event.currentTarget.checked))}
        />
      ) : null}
      <ColumnSelects {...props} />
      {parts.bubble ? <BubbleControls {...props} /> : null}
      {parts.pie ? <PieControls {...props} /> : null}
      {parts.legend ? <LegendControls {...props} /> : null}
      {parts.box ? (
        <Checkbox
          label={t('Show All Points')}
          checked={options['showpoints'] === true}
          onChange={(event) => change({ showpoints: event.currentTarget.checked })}
        />
      ) : null}
      <ShapeControls {...props} />
      {parts.custom ? <CustomControls {...props} /> : <ClickControls {...props} />}
    </Stack>
  )
}

function BubbleControls({ options, change }: ChartTabProps) {
  return (
    <>
      <DebouncedNumberInput
        label={t('Bubble Size Coefficient')}
        value={options.coefficient}
        onChange={(coefficient) => change({ coefficient: coefficient ?? 1 })}
      />
      <LabelledSelect
        label={t('Bubble Size Proportional To')}
        choices={[
          { value: 'area', label: t('Area') },
          { value: 'diameter', label: t('Diameter') },
        ]}
        value={options.sizemode}
        onChange={(sizemode) => change({ sizemode })}
      />
    </>
  )
}

function PieControls({ options, change }: ChartTabProps) {
  return (
    <>
      <LabelledSelect
        label={t('Direction')}
        choices={[
          { value: 'counterclockwise', label: t('Counterclockwise') },
          { value: 'clockwise', label: t('Clockwise') },
        ]}
        value={options.direction.type}
        onChange={(type) => change({ direction: { type } })}
      />
      <LabelledSelect
        label={t('Sort')}
        choices={[
          { value: 'true', label: t('True') },
          { value: 'false', label: t('False') },
        ]}
        value={String(options.piesort)}
        onChange={(value) => change({ piesort: value === 'true' })}
      />
    </>
  )
}

function LegendControls({ options: { legend }, change }: ChartTabProps) {
  return (
    <>
      <LabelledSelect
        label={t('Legend Placement')}
        choices={[
          { value: 'hide', label: t('Hide legend') },
          { value: 'auto', label: t('Right') },
          { value: 'below', label: t('Bottom') },
        ]}
        value={legend.enabled ? legend.placement : 'hide'}
        onChange={(placement) =>
          change({ legend: placement === 'hide' ? { enabled: false } : { enabled: true, placement } })
        }
      />
      {legend.enabled ? (
        <LabelledSelect
          label={t('Legend Items Order')}
          choices={[
            { value: 'normal', label: t('Normal') },
            { value: 'reversed', label: t('Reversed') },
          ]}
          value={legend.traceorder}
          onChange={(traceorder) => change({ legend: { traceorder } })}
        />
      ) : null}
    </>
  )
}

const lineShapes = [
  { value: 'linear', label: t('Linear') },
  { value: 'spline', label: t('Spline') },
  { value: 'hv', label: t('Horizontal-Vertical') },
  { value: 'vh', label: t('Vertical-Horizontal') },
]

function ShapeControls({ options, change }: ChartTabProps) {
  const parts = editorParts(options)
  return (
    <>
      {parts.stacking ? (
        <LabelledSelect
          label={t('Stacking')}
          disabled={!parts.stackingEnabled}
          choices={[
            { value: '', label: t('Disabled') },
            { value: 'stack', label: t('Stack') },
          ]}
          value={options.series.stacking ?? ''}
          onChange={(value) => change({ series: { stacking: value === '' ? null : value } })}
        />
      ) : null}
      {parts.percent ? (
        <Checkbox
          label={t('Normalize values to percentage')}
          checked={options.series.percentValues === true}
          onChange={(event) => change({ series: { percentValues: event.currentTarget.checked } })}
        />
      ) : null}
      {parts.lineShape ? (
        <LabelledSelect
          label={t('Line Shape')}
          choices={lineShapes}
          value={options.lineShape}
          onChange={(lineShape) => change({ lineShape })}
        />
      ) : null}
      {parts.missing ? (
        <LabelledSelect
          label={t('Missing and NULL values')}
          choices={[
            { value: 'false', label: t('Do not display in chart') },
            { value: 'true', label: t('Convert to 0 and display in chart') },
          ]}
          value={String(options.missingValuesAsZero)}
          onChange={(value) => change({ missingValuesAsZero: value === 'true' })}
        />
      ) : null}
    </>
  )
}

function ClickControls({ options, change }: ChartTabProps) {
  return (
    <>
      <Switch
        label={t('Enable click events')}
        checked={options.enableLink}
        onChange={(event) => change({ enableLink: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Open in new tab')}
        disabled={!options.enableLink}
        checked={options.linkOpenNewTab}
        onChange={(event) => change({ linkOpenNewTab: event.currentTarget.checked })}
      />
      <DebouncedInput
        label={t('URL template')}
        description={t(
          'Replaced in it: {{ @@x }} and {{ @@y }} by the point that was clicked, {{ @@x1 }}, {{ @@y1 }}, {{ @@x2 }}… by every point at that place.',
        )}
        disabled={!options.enableLink}
        value={options.linkFormat}
        onChange={(linkFormat) => change({ linkFormat })}
      />
    </>
  )
}
