import { Button, Group, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { createUser } from '#shared/users/users-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ConfigInput } from '#web/config-form/config-input.tsx'
import { fieldFault } from '#web/config-form/field-fault.ts'
import { plainField } from '#web/config-form/plain-field.ts'
import { scrollToFirstError, useConfigForm } from '#web/config-form/use-config-form.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { HandedLinkDialog } from './handed-link-dialog.tsx'
import type { HandedLink } from './use-user-acts.tsx'
import { usersKey } from './user-queries.ts'

interface CreateUserDialogProps {
  onClose: () => void
  onCreated: () => void
}

/**
 * Create a New User (docs/reference/screens-administration.md#user-list). A failure is shown below the form, which
 * keeps its values.
 */
export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  useFocusReturn()
  const fields = useMemo(() => [plainField('name', t('Name')), plainField('email', t('Email'), 'email')], [])
  const form = useConfigForm(fields)
  const { isSaving, failure, handed, save } = useCreation(onCreated, form.refuse)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (form.validate()) void save(String(form.values.name).trim(), String(form.values.email).trim())
    else scrollToFirstError(form)
  }
  if (handed !== null) return <HandedLinkDialog handed={handed} onClose={onCreated} />
  const close = () => {
    if (!isSaving) onClose()
  }
  return (
    <Modal
      opened
      size={440}
      title={t('Create a New User')}
      onClose={close}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {fields.map((field, place) => (
            <ConfigInput
              key={field.name}
              field={field}
              form={form}
              disabled={isSaving}
              autoFocus={place === 0}
            />
          ))}
          {failure !== null && <ErrorAlert error={failure} />}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t('Create')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

function useCreation(onCreated: () => void, refuse: (name: string, message: string) => void) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [handed, setHanded] = useState<HandedLink | null>(null)
  const save = async (name: string, email: string) => {
    setIsSaving(true)
    setFailure(null)
    try {
      const { invite_link: link } = await call(createUser, { body: { name, email } })
      void client.invalidateQueries({ queryKey: usersKey })
      if (link !== undefined) return setHanded({ link, name })
      notify.success(t('Invitation sent.'))
      onCreated()
    } catch (error) {
      const fault = fieldFault(error)
      if (fault !== null) refuse(fault.field, fault.message)
      setFailure(messageOf(error, t('Failed saving.')))
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, failure, handed, save }
}
