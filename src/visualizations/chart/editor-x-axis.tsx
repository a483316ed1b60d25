import { Checkbox, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import type { ChartTabProps } from './chart-tab-props.ts'
import { AxisFields } from './editor-axis-fields.tsx'

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
