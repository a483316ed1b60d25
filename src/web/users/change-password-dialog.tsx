import { Button, Checkbox, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { saveUser } from '#shared/users/users-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { type PasswordChange, passwordFaults } from './password-faults.ts'
import { sessionsQuery, userQuery } from './user-queries.ts'

type Field = keyof PasswordChange

const fields: readonly { name: Field; label: string; autoComplete: string }[] = [
  { name: 'current', label: t('Current Password'), autoComplete: 'current-password' },
  { name: 'next', label: t('New Password'), autoComplete: 'new-password' },
  { name: 'repeated', label: t('Repeat New Password'), autoComplete: 'new-password' },
]

const nothing: PasswordChange = { current: '', next: '', repeated: '' }

/**
 * Validates on each change; errors show at touched fields
 * (docs/reference/screens-administration.md#passwords-in-forms).
 */
export function ChangePasswordDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  useFocusReturn()
  const [values, setValues] = useState(nothing)
  const { renewApiKeyWithPassword: isKeyRenewed } = useClientConfig()
  const [renewsKey, setRenewsKey] = useState(false)
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const { isSaving, wrong, save } = useChange(userId, onClose)
  const faults = passwordFaults(values)
  const touch = (...names: Field[]) => setTouched((before) => new Set([...before, ...names]))
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    touch(...fields.map(({ name }) => name))
    if (!isSaving && Object.keys(faults).length === 0) void save(values, renewsKey)
  }
  const errorOf = (name: Field) => {
    if (name === 'current' && wrong !== null && wrong.current === values.current) return wrong.message
    return touched.has(name) ? faults[name] : undefined
  }
  return (
    <Modal
      opened
      size={420}
      title={t('Change Password')}
      onClose={() => !isSaving && onClose()}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {fields.map(({ name, label, autoComplete }, place) => (
            <PasswordInput
              key={name}
              label={label}
              required
              maxLength={1000}
              autoComplete={autoComplete}
              {...(place === 0 && { 'data-autofocus': true })}
              disabled={isSaving}
              value={values[name]}
              error={errorOf(name)}
              visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
              onChange={(event) => {
                const { value } = event.currentTarget
                setValues((before) => ({ ...before, [name]: value }))
              }}
              // an empty field that was only passed shows no error
              onBlur={() => values[name] !== '' && touch(name)}
            />
          ))}
          {isKeyRenewed ? (
            <Text size="sm">
              {t('You get a new API key as well: programs that use the old one stop working.')}
            </Text>
          ) : (
            <Checkbox
              label={t('Make a new API key as well: programs that use the old one stop working')}
              disabled={isSaving}
              checked={renewsKey}
              onChange={(event) => setRenewsKey(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('Update')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function useChange(userId: number, onDone: () => void) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [wrong, setWrong] = useState<{ current: string; message: string } | null>(null)
  const save = async ({ current, next }: PasswordChange, renewsKey: boolean) => {
    setIsSaving(true)
    try {
      const renewal = renewsKey ? { renew_api_key: true } : {}
      const body = { id: userId, old_password: current, password: next, ...renewal }
      const saved = await call(saveUser, { params: { id: userId }, body })
      client.setQueryData(userQuery(userId).queryKey, saved)
      void client.invalidateQueries({ queryKey: sessionsQuery(userId).queryKey })
      notify.success(t('Saved.'))
      onDone()
    } catch (error) {
      const message = messageOf(error, t('Failed saving.'))
      if (error instanceof ApiError && error.code === 'user.wrong_password') setWrong({ current, message })
      notify.error(message)
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, wrong, save }
}
