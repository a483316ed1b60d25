import { Autocomplete, Checkbox, Group, Stack } from '@mantine/core'
import { ColorField } from '../parts/color-picker.tsx'
import { baseColors } from '../parts/colors.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { EditorSection } from '../parts/editor-section.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { IconShape } from './map-options.ts'
import type { MapTabProps } from './map-tab-props.ts'
import { tileChoices } from './map-tiles.ts'
import { markerIconNames } from './marker-icons.ts'
import { hasIcon, isDot } from './marker-shapes.ts'

/** Reference-visualizations 2.6. */
const presets = { White: '#ffffff', ...baseColors }

const shapes: readonly { value: IconShape; label: string }[] = [
  { value: 'marker', label: 'Marker + Icon' },
  { value: 'doughnut', label: 'Circle' },
  { value: 'circle-dot', label: 'Circle Dot' },
  { value: 'circle', label: 'Circle + Icon' },
  { value: 'rectangle-dot', label: 'Square Dot' },
  { value: 'rectangle', label: 'Square + Icon' },
]

export function StyleTab(props: MapTabProps) {
  const { options, change } = props
  const isGrouped = options.classify !== null
  return (
    <Stack gap="md">
      <LabelledSelect
        label="Map Tiles"
        choices={tileChoices}
        value={options.mapTileUrl}
        onChange={(mapTileUrl) => change({ mapTileUrl })}
      />
      <DebouncedInput
        label="Tile Address"
        description="Of a tile server of your own: any address with {z}, {x} and {y}. Empty: OpenStreetMap."
        value={options.mapTileUrl}
        onChange={(mapTileUrl) => change({ mapTileUrl })}
      />
      <EditorSection title="Markers">
        <Checkbox
          label="Cluster Markers"
          checked={options.clusterMarkers}
          onChange={(event) => change({ clusterMarkers: event.currentTarget.checked })}
        />
        <Group gap={4}>
          <Checkbox
            label="Override default style"
            disabled={isGrouped}
            checked={options.customizeMarkers}
            onChange={(event) => change({ customizeMarkers: event.currentTarget.checked })}
          />
          {isGrouped ? (
            <HelpPopover label="Why is this disabled?">
              Markers that are grouped by a column have the colours of their groups. Choose no column to group
              by, and a style of their own can be set here.
            </HelpPopover>
          ) : null}
        </Group>
        {options.customizeMarkers && !isGrouped ? <MarkerStyle {...props} /> : null}
      </EditorSection>
    </Stack>
  )
}

function MarkerStyle({ options, change }: MapTabProps) {
  const { iconShape } = options
  const color = (key: 'foregroundColor' | 'backgroundColor' | 'borderColor', label: string) => (
    <ColorField
      label={label}
      value={options[key]}
      presets={presets}
      onChange={(next) => {
        if (next !== null) change({ [key]: next })
      }}
    />
  )
  return (
    <>
      <LabelledSelect
        label="Shape"
        choices={shapes}
        value={iconShape}
        onChange={(shape) => change({ iconShape: shape })}
      />
      {hasIcon(iconShape) ? (
        <>
          <Autocomplete
            label="Icon"
            description="A name of Font Awesome 4.7; empty for none"
            size="sm"
            data={[...markerIconNames]}
            value={options.iconFont}
            onChange={(iconFont) => change({ iconFont })}
          />
          {color('foregroundColor', 'Icon Color')}
        </>
      ) : null}
      {isDot(iconShape) ? null : color('backgroundColor', 'Background Color')}
      {color('borderColor', 'Border Color')}
    </>
  )
}
