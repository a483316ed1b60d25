import { Stack, Switch, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { PivotOptions } from './pivot-options.ts'

/** The switches of a pivot. Users choose fields, aggregator and renderer in the preview. */
export default function PivotEditor({ options, onOptionsChange }: EditorProps<PivotOptions>) {
  const change = (part: object) => onOptionsChange(mergeOptions(options, part))
  const { table } = options.rendererOptions
  return (
    <Stack gap="md">
      <Switch
        label={t('Show Pivot Controls')}
        // the stored flag is inverted
        checked={!options.controls.enabled}
        onChange={(event) => change({ controls: { enabled: !event.currentTarget.checked } })}
      />
      <Switch
        label={t('Show Row Totals')}
        checked={table.rowTotals}
        onChange={(event) =>
          change({ rendererOptions: { table: { rowTotals: event.currentTarget.checked } } })
        }
      />
      <Switch
        label={t('Show Column Totals')}
        checked={table.colTotals}
        onChange={(event) =>
          change({ rendererOptions: { table: { colTotals: event.currentTarget.checked } } })
        }
      />
      <ColorSchemeSelect value={options.color_scheme} onChange={(color_scheme) => change({ color_scheme })} />
      <Text size="sm" c="dimmed">
        {t('Arrange the fields in the preview: drag them to rows and columns, or use the menu of a field.')}
      </Text>
    </Stack>
  )
}
