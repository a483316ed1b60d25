import { SimpleGrid, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorSection } from '../parts/editor-section.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import type { Limit, WordCloudOptions } from './word-cloud-options.ts'

/** The controls of docs/reference/other-visualizations.md#word-cloud; there are no tabs. */
export default function WordCloudEditor({ data, options, onOptionsChange }: EditorProps<WordCloudOptions>) {
  const change = (changed: Partial<WordCloudOptions>) => onOptionsChange(mergeOptions(options, changed))
  return (
    <Stack gap="md">
      <ColumnSelect
        label={t('Words Column')}
        columns={data.columns}
        value={options.column || null}
        onChange={(column) => change({ column })}
      />
      <ColumnSelect
        label={t('Frequencies Column')}
        columns={data.columns}
        none={t('(count word frequencies automatically)')}
        value={options.frequenciesColumn}
        onChange={(frequenciesColumn) => change({ frequenciesColumn })}
      />
      <LimitFields
        title={t('Words Length Limit')}
        limit={options.wordLengthLimit}
        onChange={(wordLengthLimit) => change({ wordLengthLimit })}
      />
      <LimitFields
        title={t('Frequencies Limit')}
        limit={options.wordCountLimit}
        onChange={(wordCountLimit) => change({ wordCountLimit })}
      />
      <ColorSchemeSelect value={options.color_scheme} onChange={(color_scheme) => change({ color_scheme })} />
    </Stack>
  )
}

interface LimitFieldsProps {
  title: string
  limit: Limit
  onChange(limit: Limit): void
}

function LimitFields({ title, limit, onChange }: LimitFieldsProps) {
  return (
    <EditorSection title={title}>
      <SimpleGrid cols={2} spacing="sm">
        <DebouncedNumberInput
          label={t('Min')}
          min={0}
          value={limit.min}
          onChange={(min) => onChange({ ...limit, min })}
        />
        <DebouncedNumberInput
          label={t('Max')}
          min={0}
          value={limit.max}
          onChange={(max) => onChange({ ...limit, max })}
        />
      </SimpleGrid>
    </EditorSection>
  )
}
