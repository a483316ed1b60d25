import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { sessionQuery } from '../session/session-query.ts'
import { useCurrentUser } from '../session/use-session.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import classes from './second-factor.module.css'
import { secondFactorQuery } from './second-factor-query.ts'

/** Replaces every page until the user has set up the second factor that their organization requires. */
export default function SecondFactorNeeded() {
  const title = t('Your organization requires a second factor')
  usePageTitle(title)
  const client = useQueryClient()
  const user = useCurrentUser()
  const factor = useQuery(secondFactorQuery(user.id))
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isKnown = factor.data !== undefined
  useEffect(() => {
    if (isKnown) button.current?.focus()
  }, [isKnown])
  const close = () => {
    setIsOpen(false)
    // with the factor on, the page that the address names appears
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <main className={classes.needed}>
      <Stack gap="md">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text>
          {t(
            'From now on, logging in takes a code from an app on your phone as well: a stolen password is not enough. Set it up to go on; this takes a minute.',
          )}
        </Text>
        <Text c="dimmed">{t('You are logged in as {name}.', { name: user.email })}</Text>
        {factor.isError && <ErrorAlert error={factor.error} onRetry={() => void factor.refetch()} />}
        <Group gap="md">
          <Button ref={button} disabled={!isKnown} onClick={() => setIsOpen(true)}>
            {t('Set up a second factor')}
          </Button>
          <Anchor href="/logout">{t('Log out')}</Anchor>
        </Group>
      </Stack>
      {isOpen && isKnown && (
        <EnrolDialog userId={user.id} asksPassword={factor.data.asks_password} onClose={close} />
      )}
    </main>
  )
}
