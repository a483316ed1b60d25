import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { maxTabNameLength } from './tab-changes.ts'

interface TabNameDialogProps {
  title: string
  hint: string | null
  name: string
  /** false: not stored, the user has been told why */
  onSave(name: string): Promise<boolean>
  onClose(): void
}

export function TabNameDialog({ title, hint, name, onSave, onClose }: TabNameDialogProps) {
  useFocusReturn()
  const [typed, setTyped] = useState(name)
  const [isSaving, setIsSaving] = useState(false)
  const next = typed.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (next === '' || isSaving) return
    setIsSaving(true)
    if (next === name || (await onSave(next))) onClose()
    else setIsSaving(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size={400} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={(event) => void submit(event)}>
        <TextInput
          label={t('Name')}
          data-autofocus
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
          maxLength={maxTabNameLength}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={next === ''} loading={isSaving}>
            {t('Save')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
