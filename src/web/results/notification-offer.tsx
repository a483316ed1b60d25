import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { switchDesktopNotifications } from './desktop-notification.ts'
import { useNotificationOffer } from './use-desktop-notifications.ts'

/** A run longer than this (ms) is worth leaving. */
const longRun = 5000

/** During a long run, offers a notification about its end to users who have not chosen yet. */
export function NotificationOffer({ startedAt }: { startedAt: number }) {
  const isWanted = useNotificationOffer()
  const [isLong, setIsLong] = useState(() => Date.now() - startedAt >= longRun)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), startedAt + longRun - Date.now())
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [startedAt])
  if (!isWanted || !isLong) return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => void switchDesktopNotifications(true)}>
      {t('Notify me when it ends')}
    </Button>
  )
}
