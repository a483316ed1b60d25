import { Checkbox, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { editorParts } from './chart-editor-rules.ts'
import type { ChartTabProps } from './chart-tab-props.ts'

const templateNames = t(
  'Replaced in it: {{ @@name }}, {{ @@x }}, {{ @@y }}, {{ @@yPercent }}, {{ @@yError }}, {{ @@size }} and every column of the result by its name.',
)

export function DataLabelsTab({ options, change }: ChartTabProps) {
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
        description={heatmap ? t('The cells of a heatmap are labelled with their number.') : templateNames}
        value={options.textFormat}
        onChange={(textFormat) => change({ textFormat })}
      />
    </Stack>
  )
}
