import { Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { BoxplotOptions } from './boxplot-options.ts'

/** Names of the axes (docs/reference/other-visualizations.md#box-plot). */
export default function BoxplotEditor({ options, onOptionsChange }: EditorProps<BoxplotOptions>) {
  const change = (changed: BoxplotOptions) => onOptionsChange(mergeOptions(options, changed))
  return (
    <Stack gap="sm">
      <DebouncedInput
        label={t('X Axis Label')}
        value={options.xAxisLabel ?? ''}
        onChange={(xAxisLabel) => change({ xAxisLabel })}
      />
      <DebouncedInput
        label={t('Y Axis Label')}
        value={options.yAxisLabel ?? ''}
        onChange={(yAxisLabel) => change({ yAxisLabel })}
      />
    </Stack>
  )
}
