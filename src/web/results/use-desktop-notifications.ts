import { useSyncExternalStore } from 'react'
import {
  type DesktopNotifications,
  desktopNotifications,
  mayOfferNotifications,
  onDesktopNotifications,
} from './desktop-notification.ts'

/** The user's choice about desktop notifications, wherever it changes. */
export function useDesktopNotifications(): DesktopNotifications {
  return useSyncExternalStore(onDesktopNotifications, desktopNotifications)
}

/** True while notifications may be offered, until the user has chosen. */
export function useNotificationOffer(): boolean {
  return useSyncExternalStore(onDesktopNotifications, mayOfferNotifications)
}
