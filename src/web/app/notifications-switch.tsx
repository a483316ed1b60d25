import { Switch } from '@mantine/core'
import { switchDesktopNotifications } from '#web/results/desktop-notification.ts'
import { notificationWords } from '#web/results/notification-words.ts'
import { useDesktopNotifications } from '#web/results/use-desktop-notifications.ts'

/** Desktop notifications about finished runs, as a control of a form. */
export function NotificationsSwitch() {
  const state = useDesktopNotifications()
  const why = notificationWords.why(state)
  return (
    <Switch
      label={notificationWords.label}
      description={why}
      disabled={why !== null}
      checked={state === 'on'}
      onChange={({ currentTarget }) => void switchDesktopNotifications(currentTarget.checked)}
    />
  )
}
