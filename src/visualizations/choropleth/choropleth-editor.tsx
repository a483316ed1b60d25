import { Button, Group, Input, Select, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { scaleColorPresets } from '../parts/color-presets.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedNumberInput } from '../parts/debounced-input.tsx'
import { EditorRow } from '../parts/editor-section.tsx'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { type MapBounds, mapBounds, roundedDegrees } from '../parts/map/map-bounds.ts'
import { extentOf, loadOutlines } from '../parts/map/outlines.ts'
import { useLoaded } from '../parts/map/use-loaded.ts'
import { mergeOptions } from '../parts/merge-options.ts'
import type { EditorProps } from '../visualization.ts'
import { choroplethMap, choroplethMaps } from './choropleth-maps.ts'
import { choroplethModel, unmatchedNote } from './choropleth-model.ts'
import {
  boundsOfStored,
  type ChoroplethColor,
  type ChoroplethOptions,
  type ChoroplethTabProps,
  type ClusteringMode,
  stepsRange,
} from './choropleth-options.ts'
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

/** See docs/reference/visualizations.md#colors. */
const presets = { ...scaleColorPresets, 'Light Gray': '#dddddd' }

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
        min={stepsRange.min}
        max={stepsRange.max}
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

/** Edits the visible bounds: the stored ones, otherwise the whole map. */
function BoundsTab({ options, replace }: ChoroplethTabProps) {
  const { outlines } = choroplethMap(options.mapType)
  const loaded = useLoaded(useCallback(() => loadOutlines(outlines), [outlines]))
  const stored = boundsOfStored(options.bounds)
  const shown = stored ?? (loaded.state === 'ready' ? extentOf(loaded.value) : null)
  return (
    <Stack gap="md">
      <BoundsFields
        shown={shown}
        onChange={({ south, west, north, east }) =>
          replace({
            ...options,
            bounds: [
              [south, west],
              [north, east],
            ],
          })
        }
      />
      <Text c="dimmed" size="sm">
        {t('Moving the map of the preview changes them as well.')}
      </Text>
      <Group>
        <Button
          size="xs"
          variant="default"
          disabled={!stored}
          onClick={() => replace({ ...options, bounds: undefined })}
        >
          {t('Show the whole map')}
        </Button>
      </Group>
    </Stack>
  )
}

type Draft = Readonly<Record<keyof MapBounds, number | null>>

interface BoundsFieldsProps {
  shown: MapBounds | null
  onChange(bounds: MapBounds): void
}

/** Invalid bounds stay in the fields without changing the options. */
function BoundsFields({ shown, onChange }: BoundsFieldsProps) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const values: Draft = draft ?? shown ?? { south: null, west: null, north: null, east: null }
  const change = (side: keyof MapBounds, value: number | null) => {
    const next = { ...values, [side]: value }
    const bounds = mapBounds(next.south, next.west, next.north, next.east)
    setDraft(bounds ? null : next)
    if (bounds) onChange(bounds)
  }
  const field = (side: keyof MapBounds, label: string) => (
    <DebouncedNumberInput
      aria-label={label}
      value={values[side] === null ? null : roundedDegrees(values[side])}
      onChange={(value) => change(side, value)}
    />
  )
  return (
    <>
      <Input.Wrapper label={t('North-East Latitude and Longitude')} labelElement="div">
        <EditorRow>
          {field('north', t('North-East Latitude'))}
          {field('east', t('North-East Longitude'))}
        </EditorRow>
      </Input.Wrapper>
      <Input.Wrapper
        label={t('South-West Latitude and Longitude')}
        labelElement="div"
        error={draft ? t('The first corner must lie north and east of the second one.') : undefined}
      >
        <EditorRow>
          {field('south', t('South-West Latitude'))}
          {field('west', t('South-West Longitude'))}
        </EditorRow>
      </Input.Wrapper>
    </>
  )
}
