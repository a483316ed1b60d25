import { t } from '#shared/messages/translate.ts'
import type { DesktopNotifications } from './desktop-notification.ts'

/** The label of the switch, and why it may be disabled. */
export const notificationWords = {
  label: t('Notify me when a run ends'),
  why: (state: DesktopNotifications): string | null =>
    state === 'refused'
      ? t('The browser does not allow notifications from this site.')
      : state === 'unsupported'
        ? t('This browser does not support notifications.')
        : null,
}
