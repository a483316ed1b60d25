import { useSyncExternalStore } from 'react'
import { t } from '#shared/messages/translate.ts'
import {
  type DesktopNotifications,
  desktopNotifications,
  mayOfferNotifications,
  onDesktopNotifications,
} from './desktop-notification.ts'

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

/** The user's choice about desktop notifications, wherever it changes. */
export function useDesktopNotifications(): DesktopNotifications {
  return useSyncExternalStore(onDesktopNotifications, desktopNotifications)
}

/** True while notifications may be offered, until the user has chosen. */
export function useNotificationOffer(): boolean {
  return useSyncExternalStore(onDesktopNotifications, mayOfferNotifications)
}
