import { Stack } from '@mantine/core'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors } from '../parts/colors.ts'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type ChoroplethColor, type ClusteringMode, stepsRange } from './choropleth-options.ts'
import type { ChoroplethTabProps } from './choropleth-tab-props.ts'

/** Reference-visualizations 2.6. */
const presets = { White: '#ffffff', 'Light Gray': '#dddddd', ...baseColors }

const modes: readonly { value: ClusteringMode; label: string }[] = [
  { value: 'q', label: 'quantile' },
  { value: 'e', label: 'equidistant' },
  { value: 'k', label: 'k-means' },
]

const labels: readonly (readonly [ChoroplethColor, string])[] = [
  ['min', 'Min Color'],
  ['max', 'Max Color'],
  ['noValue', 'No Value Color'],
  ['background', 'Background Color'],
  ['borders', 'Borders Color'],
]

export function ColorsTab({ options, change }: ChoroplethTabProps) {
  return (
    <Stack gap="md">
      <LabelledSelect
        label="Clustering Mode"
        choices={modes}
        value={options.clusteringMode}
        onChange={(clusteringMode) => change({ clusteringMode })}
      />
      <DebouncedNumberInput
        label="Steps"
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
