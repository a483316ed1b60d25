import { Checkbox, Divider, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput, DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorRow, EditorSection } from '../parts/editor-section.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type ChartTabProps, editorParts } from './chart-editor-rules.ts'
import type { AxisOptions } from './chart-options.ts'

export function XAxisTab({ options, change }: ChartTabProps) {
  const { xAxis } = options
  return (
    <Stack gap="md">
      <AxisFields axis={xAxis} detected onChange={(partial) => change({ xAxis: partial })} />
      <Checkbox
        label={t('Sort Values')}
        checked={options.sortX}
        onChange={(event) => change({ sortX: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Reverse Order')}
        checked={options.reverseX === true}
        onChange={(event) => change({ reverseX: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Show Labels')}
        checked={xAxis.labels?.enabled !== false}
        onChange={(event) => change({ xAxis: { labels: { enabled: event.currentTarget.checked } } })}
      />
    </Stack>
  )
}

export function YAxisTab({ options, change }: ChartTabProps) {
  const [left = { type: 'linear' }, right = { type: 'linear' }] = options.yAxis
  const { rightAxis, heatmap } = editorParts(options)
  return (
    <Stack gap="md">
      <ValueAxis
        title={options.swappedAxes ? t('X Axis') : t('Left Y Axis')}
        axis={left}
        onChange={(partial) => change({ yAxis: [partial] })}
      />
      {heatmap ? (
        <>
          <Checkbox
            label={t('Sort Values')}
            checked={options['sortY'] === true}
            onChange={(event) => change({ sortY: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('Reverse Order')}
            checked={options['reverseY'] === true}
            onChange={(event) => change({ reverseY: event.currentTarget.checked })}
          />
        </>
      ) : null}
      {rightAxis ? (
        <>
          <Divider />
          <ValueAxis
            title={t('Right Y Axis')}
            axis={right}
            onChange={(partial) => change({ yAxis: [{}, partial] })}
          />
          <Checkbox
            label={t('Align Y Axes at Zero')}
            checked={options.alignYAxesAtZero}
            onChange={(event) => change({ alignYAxesAtZero: event.currentTarget.checked })}
          />
        </>
      ) : null}
    </Stack>
  )
}

interface ValueAxisProps {
  title: string
  axis: AxisOptions
  onChange(partial: object): void
}

function ValueAxis({ title, axis, onChange }: ValueAxisProps) {
  const exponent = axis.type === 'logarithmic' ? t('power of ten') : undefined
  return (
    <EditorSection title={title}>
      <AxisFields axis={axis} detected={false} onChange={onChange} />
      <EditorRow>
        <DebouncedNumberInput
          label={t('Min Value')}
          placeholder={t('Auto')}
          description={exponent}
          value={axis.rangeMin}
          onChange={(rangeMin) => onChange({ rangeMin })}
        />
        <DebouncedNumberInput
          label={t('Max Value')}
          placeholder={t('Auto')}
          description={exponent}
          value={axis.rangeMax}
          onChange={(rangeMax) => onChange({ rangeMax })}
        />
      </EditorRow>
    </EditorSection>
  )
}

const scales = [
  { value: 'datetime', label: t('Datetime') },
  { value: 'linear', label: t('Linear') },
  { value: 'logarithmic', label: t('Logarithmic') },
  { value: 'category', label: t('Category') },
]

interface AxisFieldsProps {
  axis: AxisOptions
  /** offers to detect the scale */
  detected: boolean
  onChange(partial: object): void
}

/** The fields of every axis: scale, name, tick format. */
function AxisFields({ axis, detected, onChange }: AxisFieldsProps) {
  return (
    <>
      <LabelledSelect
        label={t('Scale')}
        choices={detected ? [{ value: '-', label: t('Auto Detect') }, ...scales] : scales}
        value={axis.type}
        onChange={(type) => onChange({ type })}
      />
      <DebouncedInput
        label={t('Name')}
        value={typeof axis.title?.text === 'string' ? axis.title.text : ''}
        onChange={(text) => onChange({ title: { text } })}
      />
      <DebouncedInput
        label={t('Tick Format')}
        description={t(
          'As in d3-format, such as ,.2f or .0% or $,.0f; for dates as in d3-time-format, such as %Y-%m-%d',
        )}
        value={axis.tickFormat ?? ''}
        onChange={(tickFormat) => onChange({ tickFormat })}
      />
    </>
  )
}
