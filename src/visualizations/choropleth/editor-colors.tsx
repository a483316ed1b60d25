import { Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors } from '../parts/colors.ts'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type ChoroplethColor, type ClusteringMode, stepsRange } from './choropleth-options.ts'
import type { ChoroplethTabProps } from './choropleth-tab-props.ts'

/** See docs/reference/visualizations.md#colors. */
const presets = { White: '#ffffff', 'Light Gray': '#dddddd', ...baseColors }

const modes: readonly { value: ClusteringMode; label: string }[] = [
  { value: 'q', label: t('quantile') },
  { value: 'e', label: t('equidistant') },
  { value: 'k', label: t('k-means') },
]

const labels: readonly (readonly [ChoroplethColor, string])[] = [
  ['min', t('Min Color')],
  ['max', t('Max Color')],
  ['noValue', t('No Value Color')],
  ['background', t('Background Color')],
  ['borders', t('Borders Color')],
]

export function ColorsTab({ options, change }: ChoroplethTabProps) {
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Clustering Mode')}
        choices={modes}
        value={options.clusteringMode}
        onChange={(clusteringMode) => change({ clusteringMode })}
      />
      <DebouncedNumberInput
        label={t('Steps')}
        min={stepsRange.least}
        max={stepsRange.most}
        clampBehavior="strict"
        allowDecimal={false}
        value={options.steps}
        onChange={(steps) => {
          if (steps !== null) change({ steps })
        }}
      />
      {labels.map(([key, label]) => (
        <ColorField
          key={key}
          label={label}
          value={options.colors[key]}
          presets={presets}
          onChange={(color) => {
            if (color !== null) change({ colors: { [key]: color } })
          }}
        />
      ))}
    </Stack>
  )
}
