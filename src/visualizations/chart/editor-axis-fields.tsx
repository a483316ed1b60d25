import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { AxisOptions } from './chart-options.ts'

const scales = [
  { value: 'datetime', label: t('Datetime') },
  { value: 'linear', label: t('Linear') },
  { value: 'logarithmic', label: t('Logarithmic') },
  { value: 'category', label: t('Category') },
]

export interface AxisFieldsProps {
  axis: AxisOptions
  /** offers the detection of the scale */
  detected: boolean
  onChange(partial: object): void
}

/** What every axis has: scale, name, tick format. */
export function AxisFields({ axis, detected, onChange }: AxisFieldsProps) {
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
        description="As in d3-format, such as ,.2f or .0% or $,.0f; for dates as in d3-time-format, such as %Y-%m-%d"
        value={axis.tickFormat ?? ''}
        onChange={(tickFormat) => onChange({ tickFormat })}
      />
    </>
  )
}
