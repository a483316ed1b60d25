import { t } from '#shared/messages/translate.ts'

/** See docs/reference/screens-administration.md#alert-page. */
export const noEditRights = t('You do not have sufficient permissions to edit this alert.')
