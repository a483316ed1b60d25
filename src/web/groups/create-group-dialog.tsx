import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createGroup } from '#shared/groups/groups-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { groupsKey } from '../permissions/group-queries.ts'

interface CreateGroupDialogProps {
  onClose: () => void
  onCreated: (id: number) => void
}

/** Asks for a name; Enter confirms. After a failure the typed name stays. */
export function CreateGroupDialog({ onClose, onCreated }: CreateGroupDialogProps) {
  useFocusReturn()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const create = async () => {
    setIsSaving(true)
    setFailure(null)
    try {
      const group = await call(createGroup, { body: { name: name.trim() } })
      await client.invalidateQueries({ queryKey: groupsKey })
      onCreated(group.id)
    } catch (error) {
      setFailure(messageOf(error, t('Failed saving.')))
      setIsSaving(false)
    }
  }
  const close = () => {
    if (!isSaving) onClose()
  }
  return (
    <Modal
      opened
      size={420}
      title={t('Create a New Group')}
      onClose={close}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '' && !isSaving) void create()
        }}
      >
        <TextInput
          data-autofocus
          label={t('Group Name')}
          required
          maxLength={100}
          value={name}
          error={failure}
          disabled={isSaving}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={name.trim() === ''}>
            {t('Create')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
