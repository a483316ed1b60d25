import { type NotificationData, Notifications, notifications } from '@mantine/notifications'

const toastDuration = 3000

/** Shows the toasts. Loaded by toast.tsx, off the critical path of every page. */
export function ToastHost() {
  return <Notifications position="bottom-right" autoClose={toastDuration} limit={5} />
}

export function showToast(toast: NotificationData): void {
  notifications.show(toast)
}

/** Forgets a closed toast, so that its id can be shown again. */
export function hideToast(id: string): void {
  notifications.hide(id)
}
