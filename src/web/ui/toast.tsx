import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import { lazy } from './lazy.tsx'

export interface ToastOptions {
  title?: ReactNode
  /** milliseconds; false: until closed. Default 3 s. */
  duration?: number | false
  /** a second toast with the same id replaces the first */
  id?: string
}

let lastId = 0

const loadHost = () => import('./toast-host.tsx')
const LazyHost = lazy(async () => ({ default: (await loadHost()).ToastHost }))

/** Rendered once in the application; toasts wait until the host is loaded. */
export function Toasts() {
  return (
    <Suspense>
      <LazyHost />
    </Suspense>
  )
}

function show(color: string, icon: ReactNode, message: ReactNode, options: ToastOptions): string {
  const { title, duration = 3000, id = `toast-${++lastId}` } = options
  void loadHost().then(({ hideToast, showToast }) => {
    hideToast(id)
    showToast({
      id,
      color,
      icon,
      message,
      title,
      autoClose: duration,
      withBorder: true,
      role: color === 'red' ? 'alert' : 'status',
      closeButtonProps: { 'aria-label': t('Close notification') },
    })
  })
  return id
}

/** Shows toasts; callers pass the final text. */
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
    void loadHost().then(({ hideToast }) => hideToast(id))
  },
}
