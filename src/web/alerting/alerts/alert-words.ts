import { t } from '#shared/messages/translate.ts'

/** Part 2 section 6. */
export const noEditRights = t('You do not have sufficient permissions to edit this alert.')
