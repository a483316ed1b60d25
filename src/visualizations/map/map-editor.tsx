import { Autocomplete, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ColorField } from '../parts/color-picker.tsx'
import { schemeColorPresets } from '../parts/color-presets.ts'
import { ColorSchemeSelect } from '../parts/color-scheme-select.tsx'
import { namedColors } from '../parts/colors.ts'
import { ColumnSelect } from '../parts/column-select.tsx'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { EditorSection } from '../parts/editor-section.tsx'
import { type EditorTab, EditorTabs } from '../parts/editor-tabs.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import { mergeOptions } from '../parts/merge-options.ts'
import { Message } from '../parts/message.tsx'
import { TemplateControls } from '../parts/template-controls.tsx'
import type { EditorProps, HostSettings, VisualizationData } from '../visualization.ts'
import { automaticColor, droppedNote, markersModel } from './map-model.ts'
import type { IconShape, MarkersOptions } from './map-options.ts'
import { tileChoices } from './map-tiles.ts'
import { markerIconNames } from './marker-icons.ts'
import { hasIcon, isDot } from './marker-shapes.ts'

/** Props of every tab. */
interface MapTabProps {
  data: VisualizationData
  options: MarkersOptions
  settings: HostSettings
  /** deep merge of a partial object (docs/reference/visualizations.md#merge-rule) */
  change(partial: object): void
}

/** The tabs of 5.4. */
export default function MapEditor({ data, options, settings, onOptionsChange }: EditorProps<MarkersOptions>) {
  const props: MapTabProps = {
    data,
    options,
    settings,
    change: (partial) => onOptionsChange(mergeOptions(options, partial)),
  }
  const tabs: EditorTab[] = [
    { key: 'general', title: t('General'), content: <GeneralTab {...props} /> },
    { key: 'groups', title: t('Groups'), content: <GroupsTab {...props} /> },
    { key: 'format', title: t('Format'), content: <FormatTab {...props} /> },
    { key: 'style', title: t('Style'), content: <StyleTab {...props} /> },
  ]
  return <EditorTabs tabs={tabs} />
}

function GeneralTab({ data, options, settings, change }: MapTabProps) {
  const note = useMemo(() => droppedNote(markersModel(data, options, settings)), [data, options, settings])
  return (
    <Stack gap="md">
      <ColumnSelect
        label={t('Latitude Column Name')}
        columns={data.columns}
        value={options.latColName}
        onChange={(latColName) => change({ latColName })}
      />
      <ColumnSelect
        label={t('Longitude Column Name')}
        columns={data.columns}
        value={options.lonColName}
        onChange={(lonColName) => change({ lonColName })}
      />
      <ColumnSelect
        label={t('Group By')}
        columns={data.columns}
        none={t('None')}
        value={options.classify ?? ''}
        onChange={(column) => change({ classify: column === '' ? null : column })}
      />
      {note ? (
        <Text c="dimmed" size="sm" role="status">
          {note}
        </Text>
      ) : null}
    </Stack>
  )
}

/** See docs/reference/visualizations.md#colors. */
const presets = schemeColorPresets

const shapes: readonly { value: IconShape; label: string }[] = [
  { value: 'marker', label: t('Marker + Icon') },
  { value: 'doughnut', label: t('Circle') },
  { value: 'circle-dot', label: t('Circle Dot') },
  { value: 'circle', label: t('Circle + Icon') },
  { value: 'rectangle-dot', label: t('Square Dot') },
  { value: 'rectangle', label: t('Square + Icon') },
]

function StyleTab(props: MapTabProps) {
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
        description={t('Address of a tile server with {z}, {x} and {y}. Empty: OpenStreetMap.', {
          z: '{z}',
          x: '{x}',
          y: '{y}',
        })}
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
                'Markers that are grouped by a column have the colors of their groups. Choose no column to group by, and a style of their own can be set here.',
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

/** Limit of groups with a color field; more make the editor slow. */
const maxColored = 200

function GroupsTab({ data, options, settings, change }: MapTabProps) {
  const { groups } = useMemo(() => markersModel(data, options, settings), [data, options, settings])
  if (groups.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        {t('There are no markers to color. Choose the columns of latitude and longitude first.')}
      </Text>
    )
  }
  return (
    <Stack gap="md">
      <ColorSchemeSelect value={options.color_scheme} onChange={(color_scheme) => change({ color_scheme })} />
      {groups.slice(0, maxColored).map(({ name, label }, index) => (
        <ColorField
          key={name}
          label={label}
          value={(Object.hasOwn(options.groups, name) ? options.groups[name]?.color : null) ?? null}
          presets={namedColors(options.color_scheme)}
          automatic={automaticColor(options.color_scheme, index)}
          onChange={(color) => change({ groups: Object.fromEntries([[name, { color }]]) })}
        />
      ))}
      {groups.length > maxColored ? (
        <Text c="dimmed" size="sm">
          {t('{count} more keep their automatic colors.', { count: groups.length - maxColored })}
        </Text>
      ) : null}
    </Stack>
  )
}

function FormatTab({ options, change }: MapTabProps) {
  const both = { options, change, placeholder: t('Default template') }
  return (
    <Stack gap="md">
      <TemplateControls {...both} name="tooltip" show={t('Show tooltip')} label={t('Tooltip template')} />
      <TemplateControls {...both} name="popup" show={t('Show popup')} label={t('Popup template')} />
      <HelpPopover label={t('Format specs')} withText>
        <Text size="sm">
          <Message
            text={t(
              "HTML. {value} is replaced by the row's value of that column. Empty: the coordinates, and in the popup the other columns as well.",
            )}
            values={{ value: <code>{'{{ column }}'}</code> }}
          />
        </Text>
      </HelpPopover>
    </Stack>
  )
}
