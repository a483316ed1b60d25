import { Select, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors } from '../parts/colors.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { choroplethMap, choroplethMaps } from './choropleth-maps.ts'
import { choroplethModel, unmatchedNote } from './choropleth-model.ts'
import {
  type ChoroplethColor,
  type ChoroplethOptions,
  type ChoroplethTabProps,
  type ClusteringMode,
  stepsRange,
} from './choropleth-options.ts'
import { BoundsTab } from './editor-bounds.tsx'
import { FormatTab } from './editor-format.tsx'

/** The tabs of 5.3. */
export default function ChoroplethEditor({
  data,
  options,
  settings,
  onOptionsChange,
}: EditorProps<ChoroplethOptions>) {
  const props: ChoroplethTabProps = {
    data,
    options,
    settings,
    change: (partial) => onOptionsChange(mergeOptions(options, partial)),
    replace: onOptionsChange,
  }
  const tabs: EditorTab[] = [
    { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
    { key: 'colors', title: t('Colors'), content: <ColorsTab {...props} /> },
    { key: 'format', title: t('Format'), content: <FormatTab {...props} /> },
    { key: 'bounds', title: t('Bounds'), content: <BoundsTab {...props} /> },
  ]
  return <EditorTabs tabs={tabs} />
}

function GeneralTab({ data, options, settings, change, replace }: ChoroplethTabProps) {
  const map = choroplethMap(options.mapType)
  const note = useMemo(
    () => unmatchedNote(choroplethModel(data, options, settings)),
    [data, options, settings],
  )
  const { targetField } = options
  const offered = Object.entries<string>(map.fields).map(([value, label]) => ({ value, label }))
  const isForeign = targetField !== null && !Object.hasOwn(map.fields, targetField)
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Map')}
        choices={choroplethMaps.map(({ key, name }) => ({ value: key as string, label: name }))}
        value={map.key}
        onChange={(mapType) => replace(withMap(options, mapType))}
      />
      <ColumnSelect
        label={t('Key Column')}
        columns={data.columns}
        value={options.keyColumn}
        onChange={(keyColumn) => change({ keyColumn })}
      />
      <Select
        label={t('Target Field')}
        placeholder={t('Choose field...')}
        allowDeselect={false}
        data={isForeign ? [...offered, { value: targetField, label: targetField }] : offered}
        value={targetField}
        error={
          isForeign ? t('{name} has no field {targetField}.', { name: map.name, targetField }) : undefined
        }
        onChange={(field) => {
          if (field !== null) change({ targetField: field })
        }}
      />
      <ColumnSelect
        label={t('Value Column')}
        columns={data.columns}
        value={options.valueColumn}
        onChange={(valueColumn) => change({ valueColumn })}
      />
      {note ? (
        <Text c="dimmed" size="sm" role="status">
          {note}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Switches the map: resets the bounds, and keeps the target field if the new map has it. */
function withMap(options: ChoroplethOptions, mapType: string): ChoroplethOptions {
  const { targetField } = options
  const isKept = targetField !== null && Object.hasOwn(choroplethMap(mapType).fields, targetField)
  return { ...options, mapType, targetField: isKept ? targetField : null, bounds: undefined }
}

/** Reference-visualizations 2.6. */
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

function ColorsTab({ options, change }: ChoroplethTabProps) {
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
