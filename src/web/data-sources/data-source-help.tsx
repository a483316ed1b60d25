import { t } from '#shared/messages/translate.ts'
import { HelpTrigger } from '#web/help/help-trigger.tsx'

export function DataSourceHelp() {
  return <HelpTrigger page="data-sources" label={t('Help on data sources')} size={26} />
}
