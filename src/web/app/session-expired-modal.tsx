import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { markSessionRenewed } from '#web/api/session-renewal.ts'
import { restoredMessage, restoreWindowName } from './restored-session.ts'
import { sessionQuery } from './session-query.ts'

const popupSize = 640

/** Cannot be dismissed: the calls that found the session gone wait for it. */
export default function SessionExpiredModal({ expired }: { expired: boolean }) {
  const [blocked, setBlocked] = useState(false)
  const client = useQueryClient()

  useEffect(() => {
    if (!expired) return
    const listen = (event: MessageEvent) => {
      if (event.origin !== window.location.origin || event.data !== restoredMessage) return
      setBlocked(false)
      markSessionRenewed()
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [expired, client])

  return (
    <Modal
      opened={expired}
      onClose={() => {}}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title="Session expired"
      zIndex={1000}
    >
      <Text>Your session has expired. Please login to continue.</Text>
      {blocked && (
        <Text c="var(--sx-error)" mt="xs" role="alert">
          The browser blocked the login window. Please allow pop-ups for this site and try again.
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => setBlocked(!openLogin())}>
          Login
        </Button>
      </Group>
    </Modal>
  )
}

/** The popup logs in and comes back to `/`, where main.tsx posts the message. */
function openLogin(): boolean {
  const left = Math.round(window.screenX + (window.outerWidth - popupSize) / 2)
  const top = Math.round(window.screenY + (window.outerHeight - popupSize) / 2)
  const features = `width=${popupSize},height=${popupSize},left=${left},top=${top}`
  return window.open('/login?next=%2F', restoreWindowName, features) !== null
}
