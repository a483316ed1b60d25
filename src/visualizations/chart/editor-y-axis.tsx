import { Checkbox, Divider, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorRow, EditorSection } from '../parts/editor-section.tsx'
import { editorParts } from './chart-editor-rules.ts'
import type { AxisOptions } from './chart-options.ts'
import type { ChartTabProps } from './chart-tab-props.ts'
import { AxisFields } from './editor-axis-fields.tsx'

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
