import { t } from '#shared/messages/translate.ts'

export const embedWords = {
  unknownKey: t('The API key in this address is missing, or does not open this query any more.'),
  unsafe: t('Currently it is not possible to embed queries that contain text parameters.'),
  noVisualization: t('Visualization does not exist'),
  switchedOff: t('Public links and embeds are switched off here.'),
  unknown: t('Unknown error occurred. Please try again later.'),
} as const
