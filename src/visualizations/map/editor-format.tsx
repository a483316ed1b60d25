import { Stack, Text } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { Message } from '#visualizations/parts/message.tsx'
import { HelpPopover } from '../parts/help-popover.tsx'
import { TemplateControls } from '../parts/template-controls.tsx'
import type { MapTabProps } from './map-tab-props.ts'

export function FormatTab({ options, change }: MapTabProps) {
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
