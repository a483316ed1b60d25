import { type NotificationData, Notifications, notifications } from '@mantine/notifications'

const toastDuration = 3000

/** Shows the toasts. Loaded by toast.tsx, off the critical path of every page. */
export function ToastHost() {
  // not where dialogs have their buttons: a toast stays for as long as the pointer rests on it
  return <Notifications position="top-center" autoClose={toastDuration} limit={5} />
}

export function showToast(toast: NotificationData): void {
  notifications.show(toast)
}

/** A toast that is gone stops being known, so that its id can be shown again. */
export function hideToast(id: string): void {
  notifications.hide(id)
}
