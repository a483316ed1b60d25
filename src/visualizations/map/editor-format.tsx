import { Checkbox, Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Message } from '#visualizations/parts/message.tsx'
import { DebouncedTextarea } from '../parts/debounced-input.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import type { MapTabProps } from './map-tab-props.ts'

export function FormatTab(props: MapTabProps) {
  return (
    <Stack gap="md">
      <TemplateControls {...props} name="tooltip" show={t('Show tooltip')} label={t('Tooltip template')} />
      <TemplateControls {...props} name="popup" show={t('Show popup')} label={t('Popup template')} />
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

interface TemplateControlsProps extends MapTabProps {
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
        placeholder={t('Default template')}
        disabled={!enabled}
        value={template}
        onChange={(next) => change({ [name]: { template: next } })}
      />
    </>
  )
}
