import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface ToastOptions {
  title?: ReactNode
  /** milliseconds; false stays until closed. Default 3 s. */
  duration?: number | false
  /** a second toast with the id replaces the first */
  id?: string
}

function show(color: string, icon: ReactNode, message: ReactNode, options: ToastOptions): string {
  const { title, duration = 3000, id } = options
  const content = { color, icon, message, title, autoClose: duration, withBorder: true } as const
  if (id !== undefined) notifications.hide(id)
  return notifications.show({
    ...content,
    ...(id === undefined ? {} : { id }),
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close notification' },
  })
}

/** Messages at the bottom right. Texts are given by the caller, word for word. */
export const notify = {
  success: (message: ReactNode, options: ToastOptions = {}) =>
    show('green', <IconCheck size={16} />, message, options),
  warning: (message: ReactNode, options: ToastOptions = {}) =>
    show('yellow', <IconAlertTriangle size={16} />, message, options),
  error: (message: ReactNode, options: ToastOptions = {}) =>
    show('red', <IconX size={16} />, message, options),
  /** stays until the user closes it or `notify.hide` is called */
  persistent: (message: ReactNode, options: Omit<ToastOptions, 'duration'> = {}) =>
    show('red', <IconAlertTriangle size={16} />, message, { ...options, duration: false }),
  hide: (id: string) => {
    notifications.hide(id)
  },
}
