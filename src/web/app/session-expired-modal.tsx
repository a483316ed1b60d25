import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { getSession } from '#shared/session/session-api.ts'
import { call } from '#web/api/call.ts'
import { markSessionRenewed } from '#web/api/session-renewal.ts'
import { onSessionMayBeBack, openLogin } from '../session/restored-session.ts'
import { type Session, sessionQuery } from '../session/session-query.ts'

/** `expired`: no session; `changed`: another user has logged in; `closed`: the dialog closes, with its transition. */
export type SessionTrouble = 'expired' | 'changed' | 'closed'

interface SessionExpiredModalProps {
  trouble: SessionTrouble
  onChanged: () => void
}

/** Cannot be dismissed: calls whose session has expired wait for it. */
export default function SessionExpiredModal({ trouble, onChanged }: SessionExpiredModalProps) {
  const [blocked, setBlocked] = useState(false)
  useRenewal(trouble === 'expired', onChanged, setBlocked)
  return (
    <Modal.Root
      opened={trouble !== 'closed'}
      onClose={() => {}}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={1000}
    >
      <Modal.Overlay />
      {/* no header: the dialog below has one, and a page has one banner */}
      <Modal.Content>
        <Modal.Body pt="md">
          {trouble === 'changed' ? <OtherUser /> : <Expired blocked={blocked} setBlocked={setBlocked} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Expired({ blocked, setBlocked }: { blocked: boolean; setBlocked: (isBlocked: boolean) => void }) {
  return (
    <>
      <Modal.Title mb="md">{t('Session expired')}</Modal.Title>
      <Text>{t('Your session has expired. Please login to continue.')}</Text>
      {blocked && (
        <Text c="var(--sx-error)" mt="xs" role="alert">
          {t('The browser blocked the login window. Please allow pop-ups for this site and try again.')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => setBlocked(!openLogin())}>
          {t('Login')}
        </Button>
      </Group>
    </>
  )
}

function OtherUser() {
  return (
    <>
      <Modal.Title mb="md">{t('Another user has logged in')}</Modal.Title>
      <Text>{t('Another user has logged in with this browser. Reload the page to go on as that user.')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      </Group>
    </>
  )
}

/** Checks for a session whenever there may be one. Only a session of the same user lets the waiting calls continue. */
function useRenewal(
  isExpired: boolean,
  onChanged: () => void,
  setBlocked: (isBlocked: boolean) => void,
): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isExpired) return
    let isOver = false
    const look = async () => {
      const found = await readSession()
      if (found === null || isOver) return
      const before = client.getQueryData(sessionQuery.queryKey)
      if (before !== undefined && before.user.id !== found.user.id) {
        onChanged()
        window.location.reload()
        return
      }
      client.setQueryData(sessionQuery.queryKey, found)
      setBlocked(false)
      markSessionRenewed()
    }
    const stop = onSessionMayBeBack(() => void look())
    return () => {
      isOver = true
      stop()
    }
  }, [isExpired, client, onChanged, setBlocked])
}

/** null: no session yet, or the server is down */
function readSession(): Promise<Session | null> {
  return call(getSession).catch(() => null)
}
