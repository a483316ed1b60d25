import { Autocomplete, Checkbox, Group, Stack } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
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

/** See docs/reference/visualizations.md#colors. */
const presets = { White: '#ffffff', ...baseColors }

const shapes: readonly { value: IconShape; label: string }[] = [
  { value: 'marker', label: t('Marker + Icon') },
  { value: 'doughnut', label: t('Circle') },
  { value: 'circle-dot', label: t('Circle Dot') },
  { value: 'circle', label: t('Circle + Icon') },
  { value: 'rectangle-dot', label: t('Square Dot') },
  { value: 'rectangle', label: t('Square + Icon') },
]

export function StyleTab(props: MapTabProps) {
  const { options, change } = props
  const isGrouped = options.classify !== null
  return (
    <Stack gap="md">
      <LabelledSelect
        label={t('Map Tiles')}
        choices={tileChoices}
        value={options.mapTileUrl}
        onChange={(mapTileUrl) => change({ mapTileUrl })}
      />
      <DebouncedInput
        label={t('Tile Address')}
        description="Of a tile server of your own: any address with {z}, {x} and {y}. Empty: OpenStreetMap."
        value={options.mapTileUrl}
        onChange={(mapTileUrl) => change({ mapTileUrl })}
      />
      <EditorSection title={t('Markers')}>
        <Checkbox
          label={t('Cluster Markers')}
          checked={options.clusterMarkers}
          onChange={(event) => change({ clusterMarkers: event.currentTarget.checked })}
        />
        <Group gap={4}>
          <Checkbox
            label={t('Override default style')}
            disabled={isGrouped}
            checked={options.customizeMarkers}
            onChange={(event) => change({ customizeMarkers: event.currentTarget.checked })}
          />
          {isGrouped ? (
            <HelpPopover label={t('Why is this disabled?')}>
              {t(
                'Markers that are grouped by a column have the colours of their groups. Choose no column to group by, and a style of their own can be set here.',
              )}
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
        label={t('Shape')}
        choices={shapes}
        value={iconShape}
        onChange={(shape) => change({ iconShape: shape })}
      />
      {hasIcon(iconShape) ? (
        <>
          <Autocomplete
            label={t('Icon')}
            description={t('A name of Font Awesome 4.7; empty for none')}
            size="sm"
            data={[...markerIconNames]}
            value={options.iconFont}
            onChange={(iconFont) => change({ iconFont })}
          />
          {color('foregroundColor', t('Icon Color'))}
        </>
      ) : null}
      {isDot(iconShape) ? null : color('backgroundColor', t('Background Color'))}
      {color('borderColor', t('Border Color'))}
    </>
  )
}
