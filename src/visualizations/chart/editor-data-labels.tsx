import { Checkbox, Stack } from '@mantine/core'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { editorParts } from './chart-editor-rules.ts'
import type { ChartTabProps } from './chart-tab-props.ts'

export function DataLabelsTab({ options, change }: ChartTabProps) {
  return (
    <Stack gap="md">
      {editorParts(options).dataLabels ? (
        <Checkbox
          label="Show Data Labels"
          checked={options.showDataLabels}
          onChange={(event) => change({ showDataLabels: event.currentTarget.checked })}
        />
      ) : null}
      <DebouncedInput
        label="Number Values Format"
        value={options.numberFormat}
        onChange={(numberFormat) => change({ numberFormat })}
      />
      <DebouncedInput
        label="Percent Values Format"
        value={options.percentFormat}
        onChange={(percentFormat) => change({ percentFormat })}
      />
      <DebouncedInput
        label="Date/Time Values Format"
        value={options.dateTimeFormat}
        onChange={(dateTimeFormat) => change({ dateTimeFormat })}
      />
      <DebouncedInput
        label="Data Labels"
        placeholder="(auto)"
        description="Replaced in it: {{ @@name }}, {{ @@x }}, {{ @@y }}, {{ @@yPercent }}, {{ @@yError }}, {{ @@size }} and every column of the result by its name."
        value={options.textFormat}
        onChange={(textFormat) => change({ textFormat })}
      />
    </Stack>
  )
}
