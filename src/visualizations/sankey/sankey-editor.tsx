import { Code, List, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Message } from '#visualizations/parts/message.tsx'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { ExampleTable } from '../parts/example-table.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { SankeyOptions } from './sankey-model.ts'

/** A scheme only: the names of the query's columns decide (docs/reference/other-visualizations.md#sankey). */
export default function SankeyEditor({ options, onOptionsChange }: EditorProps<SankeyOptions>) {
  return (
    <Stack gap="sm">
      <ColorSchemeSelect
        value={options.color_scheme}
        onChange={(color_scheme) => onOptionsChange(mergeOptions(options, { color_scheme }))}
      />
      <Text size="sm">{t('A Sankey is drawn from the columns of the query:')}</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          <Message
            text={t('{code} is how much a row adds to its flow, as a whole number.')}
            values={{ code: <Code>value</Code> }}
          />
        </List.Item>
        <List.Item>
          <Message
            text={t(
              '{code}, {code2}, … up to {code3} are the steps of a flow. Other names work as well: the first five columns by the alphabet are taken.',
            )}
            values={{ code: <Code>stage1</Code>, code2: <Code>stage2</Code>, code3: <Code>stage5</Code> }}
          />
        </List.Item>
        <List.Item>{t('A flow ends at its first empty stage.')}</List.Item>
      </List>
      <ExampleTable
        caption={t('For example')}
        columns={['stage1', 'stage2', 'stage3', 'value']}
        rows={[
          [t('Search'), t('Product'), t('Order'), '120'],
          [t('Search'), t('Product'), '', '310'],
          [t('Mail'), t('Order'), '', '45'],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('Rows with the same step between two stages are added up.')}
      </Text>
    </Stack>
  )
}
