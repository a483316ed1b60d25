import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { suggestName } from '#shared/queries/suggest-name.ts'
import type { Naming } from './use-save.ts'

/** Asks for the name of a query that is saved for the first time, and whether others are to find it at once. */
export function NameQuery({ of, publishes, onSave, onCancel }: Naming) {
  const [name, setName] = useState(() => suggestName(of.text) || of.name)
  const [isPublished, setIsPublished] = useState(publishes)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim(), isPublished)
      }}
    >
      <Stack gap="sm">
        <TextInput
          size="xs"
          label={t('Name')}
          data-autofocus
          // the trap of the focus may look before this part is loaded
          autoFocus
          maxLength={255}
          value={name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('Publish')}
          description={t('Otherwise it is a draft, marked Unpublished.')}
          checked={isPublished}
          onChange={(event) => setIsPublished(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button size="xs" type="submit" disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
