import { t } from '#shared/messages/translate.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'

export function DestinationHelp() {
  return <HelpTrigger page="destinations" label={t('Help on alert destinations')} size={26} />
}
