import type { AlertVariables } from '#shared/alerts/alert-template.ts'
import { t } from '#shared/messages/translate.ts'

/** The variables that templates may use, and their meaning. */
export const templateVariables: readonly { name: keyof AlertVariables; about: string }[] = [
  { name: 'ALERT_STATUS', about: t('The state of the alert: TRIGGERED, OK or UNKNOWN') },
  { name: 'ALERT_SELECTOR', about: t('What is looked at: first, min or max') },
  { name: 'ALERT_CONDITION', about: t('The operator') },
  { name: 'ALERT_THRESHOLD', about: t('The threshold') },
  { name: 'ALERT_NAME', about: t('The name of the alert') },
  { name: 'ALERT_URL', about: t('The address of the alert') },
  { name: 'QUERY_NAME', about: t('The name of the query') },
  { name: 'QUERY_URL', about: t('The address of the query') },
  { name: 'QUERY_RESULT_VALUE', about: t('The watched value') },
  { name: 'QUERY_RESULT_ROWS', about: t('The first rows of the result, each with its cells by column name') },
  { name: 'QUERY_RESULT_COLS', about: t('The columns of the result') },
  { name: 'QUERY_RESULT_TABLE', about: t('The same rows as lists of cells') },
]
