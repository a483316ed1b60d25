import { Code, Divider, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Message } from '#visualizations/parts/message.tsx'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { ExampleTable } from '../parts/example-table.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { SunburstOptions } from './sunburst-model.ts'

/** A scheme only: the names of the query's columns decide (docs/reference/other-visualizations.md#sunburst). */
export default function SunburstEditor({ options, onOptionsChange }: EditorProps<SunburstOptions>) {
  return (
    <Stack gap="sm">
      <ColorSchemeSelect
        value={options.color_scheme}
        onChange={(color_scheme) => onOptionsChange(mergeOptions(options, { color_scheme }))}
      />
      <Text size="sm">{t('The query returns the sequences of a sunburst in one of two forms.')}</Text>
      <Divider />
      <Text size="sm">
        <Message
          text={t(
            '{b}, with exactly these columns: {code} says which steps belong together, {code2} which one comes first, {code3} what the step is, and {code4} how often the sequence was taken. The first row of a sequence gives its value.',
          )}
          values={{
            b: <b>{t('A row for each step')}</b>,
            code: <Code>sequence</Code>,
            code2: <Code>stage</Code>,
            code3: <Code>node</Code>,
            code4: <Code>value</Code>,
          }}
        />
      </Text>
      <ExampleTable
        caption={t('For example')}
        columns={['sequence', 'stage', 'node', 'value']}
        rows={[
          ['1', '1', t('Home'), '120'],
          ['1', '2', t('Search'), '120'],
          ['2', '1', t('Home'), '80'],
        ]}
      />
      <Divider />
      <Text size="sm">
        <Message
          text={t(
            '{b}: {code} is how often it was taken; all other columns, by the alphabet of their names, are its steps from the center outwards. Empty steps are left out.',
          )}
          values={{ b: <b>{t('A row for each sequence')}</b>, code: <Code>value</Code> }}
        />
      </Text>
      <ExampleTable
        caption={t('For example')}
        columns={['stage1', 'stage2', 'stage3', 'value']}
        rows={[
          [t('Home'), t('Search'), t('Order'), '40'],
          [t('Home'), t('Search'), '', '80'],
          [t('Home'), '', '', '80'],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('Values are counted as whole numbers.')}
      </Text>
    </Stack>
  )
}
