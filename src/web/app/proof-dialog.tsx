import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { getProof, giveProof, type Proof } from '#shared/session/proof-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { endProof } from '#web/api/proof-renewal.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { onSessionMayBeBack, openLogin } from '../session/restored-session.ts'

/**
 * Asks for the password, a code of the second factor, or a new login before a change to who can use an account. The
 * refused request is then repeated.
 */
export default function ProofDialog() {
  useFocusReturn()
  const proof = useQuery({
    queryKey: ['session', 'proof'],
    queryFn: ({ signal }) => call(getProof, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal
      opened
      size={420}
      zIndex={900}
      title={t('Confirm that it is you')}
      onClose={() => endProof(false)}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <Text mb="md">{t('What you do next changes who can use an account.')}</Text>
      {proof.isPending && <TableSkeleton rows={1} rowHeight={52} />}
      {proof.isError && <ErrorAlert error={proof.error} onRetry={() => void proof.refetch()} />}
      {proof.data !== undefined && <Ways proof={proof.data} />}
    </Modal>
  )
}

type Way = 'password' | 'code' | 'login'

function Ways({ proof }: { proof: Proof }) {
  const ways: Way[] = [
    ...(proof.asks_password ? (['password'] as const) : []),
    ...(proof.asks_code ? (['code'] as const) : []),
    'login',
  ]
  const [way, setWay] = useState<Way>(ways[0] ?? 'login')
  const labels: Record<Way, string> = {
    password: t('Use my password'),
    code: t('Use a code of my app'),
    login: t('Log in again'),
  }
  return (
    <>
      {way === 'login' ? <LogInAgain /> : <Entry key={way} way={way} />}
      <Group gap="md" mt="md">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Anchor key={other} component="button" type="button" onClick={() => setWay(other)}>
              {labels[other]}
            </Anchor>
          ))}
      </Group>
    </>
  )
}

function Entry({ way }: { way: 'password' | 'code' }) {
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<{ value: string; message: string } | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // the dialog opens before it knows which field it needs
  useEffect(() => input.current?.focus(), [])
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    if (value === '') return setWrong({ value, message: t('This field is required.') })
    setIsWorking(true)
    try {
      await call(giveProof, { body: { [way]: value } })
      endProof(true)
    } catch (error) {
      setWrong({ value, message: messageOf(error, t('Failed saving.')) })
      setIsWorking(false)
    }
  }
  const field = {
    ...{ required: true, disabled: isWorking, value, ref: input },
    error: wrong?.value === value ? wrong.message : undefined,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value),
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {way === 'password' ? (
          <PasswordInput
            label={t('Password')}
            maxLength={1000}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
            {...field}
          />
        ) : (
          <TextInput label={t('Code')} maxLength={100} autoComplete="one-time-code" {...field} />
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isWorking} onClick={() => endProof(false)}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={isWorking}>
          {t('Confirm')}
        </Button>
      </Group>
    </form>
  )
}

/** For users without a password: logs in again through their provider. */
function LogInAgain() {
  const [isBlocked, setIsBlocked] = useState(false)
  useEffect(() => {
    const look = async () => {
      const proof = await call(getProof).catch(() => null)
      if (proof !== null && proof.fresh_until !== null) endProof(true)
    }
    return onSessionMayBeBack(() => void look())
  }, [])
  return (
    <>
      <Text>{t('Log in again in a window that opens. It closes by itself, and you go on here.')}</Text>
      {isBlocked && (
        <Text c="var(--sx-error)" mt="xs" role="alert">
          {t('The browser blocked the login window. Please allow pop-ups for this site and try again.')}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => endProof(false)}>
          {t('Cancel')}
        </Button>
        <Button data-autofocus onClick={() => setIsBlocked(!openLogin('/login?again&next=%2F'))}>
          {t('Log in again')}
        </Button>
      </Group>
    </>
  )
}
