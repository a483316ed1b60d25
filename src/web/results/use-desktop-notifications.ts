import { useSyncExternalStore } from 'react'
import {
  type DesktopNotifications,
  desktopNotifications,
  mayOfferNotifications,
  onDesktopNotifications,
} from './desktop-notification.ts'

/** Whether runs tell their end on the desktop; changes with the reader's choice, in whichever place it is made. */
export function useDesktopNotifications(): DesktopNotifications {
  return useSyncExternalStore(onDesktopNotifications, desktopNotifications)
}

/** Whether they may be offered to the reader, who has not chosen yet. */
export function useNotificationOffer(): boolean {
  return useSyncExternalStore(onDesktopNotifications, mayOfferNotifications)
}
