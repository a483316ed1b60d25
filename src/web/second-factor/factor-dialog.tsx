import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

export interface FactorDialogProps {
  userId: number
  asksPassword: boolean
  onClose: () => void
}

interface FrameProps {
  title: string
  /** true: the content cannot be shown again, so a click outside does not close it */
  isFinal: boolean
  onClose: () => void
  children: ReactNode
}

export function FactorFrame({ title, isFinal, onClose, children }: FrameProps) {
  useFocusReturn()
  return (
    <Modal
      opened
      size={480}
      title={title}
      closeOnClickOutside={!isFinal}
      closeOnEscape={!isFinal}
      withCloseButton={!isFinal}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Modal>
  )
}

interface PasswordStepProps {
  /** false: the user has no password; a recent login replaces it */
  asksPassword: boolean
  lead: string
  confirmLabel: string
  isDanger?: boolean
  onCancel: () => void
  /** called with the password; refusals are shown here */
  act: (proof: { password?: string }) => Promise<void>
}

/** Asks for the password again, so that another person at an open browser cannot continue. */
export function PasswordStep({
  asksPassword,
  lead,
  confirmLabel,
  isDanger,
  onCancel,
  act,
}: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<{ password: string; message: string } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isWorking) return
    setFailure(null)
    if (asksPassword && password === '')
      return setWrong({ password, message: t('Please enter your password.') })
    setIsWorking(true)
    try {
      await act(asksPassword ? { password } : {})
    } catch (error) {
      const message = messageOf(error, t('Failed saving.'))
      if (error instanceof ApiError && error.code === 'user.wrong_password') setWrong({ password, message })
      else setFailure(message)
    } finally {
      setIsWorking(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text>{lead}</Text>
        {asksPassword && (
          <PasswordInput
            label={t('Password')}
            required
            maxLength={1000}
            autoComplete="current-password"
            data-autofocus
            disabled={isWorking}
            value={password}
            error={wrong?.password === password ? wrong.message : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {failure !== null && <ErrorAlert error={failure} />}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" disabled={isWorking} onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={isWorking} {...(isDanger && { color: 'red' })}>
          {confirmLabel}
        </Button>
      </Group>
    </form>
  )
}
