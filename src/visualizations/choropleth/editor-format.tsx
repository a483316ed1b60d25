import { Checkbox, Stack, Text } from '@mantine/core'
import { DebouncedInput, DebouncedTextarea } from '../parts/debounced-input.tsx'
import { EditorRow } from '../parts/editor-section.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { MapCorner } from '../parts/map/map-corners.ts'
import { choroplethMap } from './choropleth-maps.ts'
import type { LegendText } from './choropleth-options.ts'
import type { ChoroplethTabProps } from './choropleth-tab-props.ts'

const positions: readonly { value: MapCorner; label: string }[] = [
  { value: 'top-left', label: 'Top left' },
  { value: 'top-right', label: 'Top right' },
  { value: 'bottom-left', label: 'Bottom left' },
  { value: 'bottom-right', label: 'Bottom right' },
]

const alignments: readonly { value: LegendText; label: string }[] = [
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Center' },
  { value: 'right', label: 'Right' },
]

export function FormatTab(props: ChoroplethTabProps) {
  const { options, change } = props
  const { legend } = options
  return (
    <Stack gap="md">
      <EditorRow>
        <DebouncedInput
          label="Value Format"
          value={options.valueFormat}
          onChange={(valueFormat) => change({ valueFormat })}
        />
        <DebouncedInput
          label="Value Placeholder"
          value={options.noValuePlaceholder}
          onChange={(noValuePlaceholder) => change({ noValuePlaceholder })}
        />
      </EditorRow>
      <Checkbox
        label="Show Legend"
        checked={legend.visible}
        onChange={(event) => change({ legend: { visible: event.currentTarget.checked } })}
      />
      <EditorRow>
        <LabelledSelect
          label="Legend Position"
          disabled={!legend.visible}
          choices={positions}
          value={legend.position}
          onChange={(position) => change({ legend: { position } })}
        />
        <LabelledSelect
          label="Legend Text Alignment"
          disabled={!legend.visible}
          choices={alignments}
          value={legend.alignText}
          onChange={(alignText) => change({ legend: { alignText } })}
        />
      </EditorRow>
      <TemplateControls {...props} name="tooltip" show="Show Tooltip" label="Tooltip Template" />
      <TemplateControls {...props} name="popup" show="Show Popup" label="Popup Template" />
      <TemplateHelp {...props} />
    </Stack>
  )
}

interface TemplateControlsProps extends ChoroplethTabProps {
  name: 'tooltip' | 'popup'
  show: string
  label: string
}

function TemplateControls({ options, change, name, show, label }: TemplateControlsProps) {
  const { enabled, template } = options[name]
  return (
    <>
      <Checkbox
        label={show}
        checked={enabled}
        onChange={(event) => change({ [name]: { enabled: event.currentTarget.checked } })}
      />
      <DebouncedTextarea
        label={label}
        disabled={!enabled}
        value={template}
        onChange={(next) => change({ [name]: { template: next } })}
      />
    </>
  )
}

function TemplateHelp({ options }: ChoroplethTabProps) {
  const { fields } = choroplethMap(options.mapType)
  return (
    <HelpPopover label="Format specs" withText>
      <Text size="sm">HTML. Replaced in it, for the region:</Text>
      <ul>
        <li>
          <code>{'{{ @@value }}'}</code> formatted value
        </li>
        {Object.entries(fields).map(([name, label]) => (
          <li key={name}>
            <code>{`{{ @@${name} }}`}</code> {label}
          </li>
        ))}
        <li>
          <code>{'{{ column }}'}</code> any column of the region's row
        </li>
      </ul>
    </HelpPopover>
  )
}
