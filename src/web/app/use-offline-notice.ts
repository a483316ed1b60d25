import { useEffect } from 'react'
import { t } from '#shared/messages/translate.ts'
import { notify } from '#web/ui/toast.tsx'

const noticeId = 'offline'

/** Shows a notice while the browser has no connection. */
export function useOfflineNotice(): void {
  useEffect(() => {
    const warn = () =>
      notify.warning(t('Please check your Internet connection.'), { id: noticeId, duration: false })
    const clear = () => notify.hide(noticeId)
    if (!navigator.onLine) warn()
    window.addEventListener('offline', warn)
    window.addEventListener('online', clear)
    return () => {
      window.removeEventListener('offline', warn)
      window.removeEventListener('online', clear)
    }
  }, [])
}
