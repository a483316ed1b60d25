import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dashboardKey } from '#shared/dashboards/dashboard-slug.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { maxNameLength, useCreateDashboard } from './use-create-dashboard.ts'

/** Asks for a name, then opens the new dashboard. */
export function NewDashboardDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { isCreating, create } = useCreateDashboard()
  const navigate = useNavigate()
  useFocusReturn()

  const save = async () => {
    setError(null)
    try {
      const created = await create(name)
      onClose()
      await navigate({
        to: '/dashboards/$dashboardKey',
        params: { dashboardKey: dashboardKey(created) },
        search: { edit: '' },
      })
    } catch (failure) {
      setError(messageOf(failure, t('The dashboard could not be created.')))
    }
  }
  const close = () => {
    if (!isCreating) onClose()
  }
  return (
    <Modal opened title={t('New Dashboard')} withCloseButton={false} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !isCreating) void save()
        }}
      >
        <TextInput
          data-autofocus
          aria-label={t('Dashboard Name')}
          placeholder={t('Dashboard Name')}
          maxLength={maxNameLength}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isCreating} onClick={close}>
            {t('Close')}
          </Button>
          <Button type="submit" disabled={name.trim() === '' || isCreating} loading={isCreating}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
