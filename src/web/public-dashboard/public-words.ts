import { t } from '#shared/messages/translate.ts'

export const publicWords = {
  gone: t('This link is no longer valid.'),
  goneAdvice: t(
    'Sharing of this dashboard was switched off, or it has a new link. Ask the person who sent you this one.',
  ),
  disabled: t('Public URLs are disabled.'),
  disabledAdvice: t(
    'The administrator of this Sextant does not show dashboards to visitors who are not logged in.',
  ),
  empty: t('This dashboard has no widgets yet.'),
  failed: t('The dashboard could not be loaded.'),
  unknown: t('Unknown error occurred. Please try again later.'),
} as const
