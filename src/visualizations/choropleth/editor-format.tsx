import { Checkbox, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { DebouncedInput } from '../parts/debounced-input.tsx'
import { EditorRow } from '../parts/editor-section.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import { LabelledSelect } from '../parts/labelled-select.tsx'
import type { MapCorner } from '../parts/map/map-bounds.ts'
import { Message } from '../parts/message.tsx'
import { TemplateControls } from '../parts/template-controls.tsx'
import { choroplethMap } from './choropleth-maps.ts'
import type { ChoroplethTabProps, LegendText } from './choropleth-options.ts'

const positions: readonly { value: MapCorner; label: string }[] = [
  { value: 'top-left', label: t('Top left') },
  { value: 'top-right', label: t('Top right') },
  { value: 'bottom-left', label: t('Bottom left') },
  { value: 'bottom-right', label: t('Bottom right') },
]

const alignments: readonly { value: LegendText; label: string }[] = [
  { value: 'left', label: t('Left') },
  { value: 'center', label: t('Center') },
  { value: 'right', label: t('Right') },
]

export function FormatTab(props: ChoroplethTabProps) {
  const { options, change } = props
  const { legend } = options
  const both = { options, change }
  return (
    <Stack gap="md">
      <EditorRow>
        <DebouncedInput
          label={t('Value Format')}
          value={options.valueFormat}
          onChange={(valueFormat) => change({ valueFormat })}
        />
        <DebouncedInput
          label={t('Value Placeholder')}
          value={options.noValuePlaceholder}
          onChange={(noValuePlaceholder) => change({ noValuePlaceholder })}
        />
      </EditorRow>
      <Checkbox
        label={t('Show Legend')}
        checked={legend.visible}
        onChange={(event) => change({ legend: { visible: event.currentTarget.checked } })}
      />
      <EditorRow>
        <LabelledSelect
          label={t('Legend Position')}
          disabled={!legend.visible}
          choices={positions}
          value={legend.position}
          onChange={(position) => change({ legend: { position } })}
        />
        <LabelledSelect
          label={t('Legend Text Alignment')}
          disabled={!legend.visible}
          choices={alignments}
          value={legend.alignText}
          onChange={(alignText) => change({ legend: { alignText } })}
        />
      </EditorRow>
      <TemplateControls {...both} name="tooltip" show={t('Show Tooltip')} label={t('Tooltip Template')} />
      <TemplateControls {...both} name="popup" show={t('Show Popup')} label={t('Popup Template')} />
      <TemplateHelp {...props} />
    </Stack>
  )
}

function TemplateHelp({ options }: ChoroplethTabProps) {
  const { fields } = choroplethMap(options.mapType)
  return (
    <HelpPopover label={t('Format specs')} withText>
      <Text size="sm">{t('HTML. Replaced in it, for the region:')}</Text>
      <ul>
        <li>
          <Message text={t('{value} formatted value')} values={{ value: <code>{'{{ @@value }}'}</code> }} />
        </li>
        {Object.entries(fields).map(([name, label]) => (
          <li key={name}>
            <code>{`{{ @@${name} }}`}</code> {label}
          </li>
        ))}
        <li>
          <Message
            text={t("{value} any column of the region's row")}
            values={{ value: <code>{'{{ column }}'}</code> }}
          />
        </li>
      </ul>
    </HelpPopover>
  )
}
