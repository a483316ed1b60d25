import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import type { Snippet } from '#shared/snippets/snippets-api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { type SnippetFields, useSaveSnippet } from './use-save-snippet.ts'

interface SnippetDialogProps {
  /** null: a new snippet */
  snippet: Snippet | null
  isReadOnly?: boolean
  onClose: () => void
}

/** Creates, edits or only shows a snippet (docs/reference/screens-administration.md#snippet-dialog). */
export function SnippetDialog({ snippet, isReadOnly = false, onClose }: SnippetDialogProps) {
  const stored = fieldsOf(snippet)
  const [fields, setFields] = useState(stored)
  const { isSaving, triggerError, save } = useSaveSnippet(snippet?.id ?? null, onClose)
  useFocusReturn()
  const change = (changed: Partial<SnippetFields>) => setFields((known) => ({ ...known, ...changed }))
  const isDirty = (Object.keys(stored) as (keyof SnippetFields)[]).some((key) => fields[key] !== stored[key])
  const isComplete = fields.trigger.trim() !== '' && fields.snippet.trim() !== ''
  const close = async () => {
    if (isSaving || (isDirty && !isReadOnly && !(await confirmDiscard()))) return
    onClose()
  }
  return (
    <Modal
      opened
      size={600}
      title={snippet?.trigger ?? t('Create Query Snippet')}
      onClose={() => void close()}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete && !isReadOnly) void save(fields)
        }}
      >
        <Fields fields={fields} isReadOnly={isReadOnly} triggerError={triggerError} onChange={change} />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" disabled={isSaving} onClick={() => void close()}>
            {isReadOnly ? t('Close') : t('Cancel')}
          </Button>
          {!isReadOnly && (
            <Button type="submit" loading={isSaving} disabled={!isComplete}>
              {snippet === null ? t('Create') : t('Save')}
            </Button>
          )}
        </Group>
      </form>
    </Modal>
  )
}

interface FieldsProps {
  fields: SnippetFields
  isReadOnly: boolean
  triggerError: string | null
  onChange: (changed: Partial<SnippetFields>) => void
}

const placesHint = t(
  'Mark places to fill in as $1, $2 or {placeholder}, and where the cursor ends as $0; Tab goes from place to place.',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a placeholder in a snippet
  { placeholder: '${1:default}' },
)

function Fields({ fields, isReadOnly, triggerError, onChange }: FieldsProps) {
  return (
    <Stack gap="md">
      <TextInput
        label={t('Trigger')}
        description={isReadOnly ? undefined : t('What is typed in the query editor to get the snippet.')}
        required={!isReadOnly}
        readOnly={isReadOnly}
        maxLength={255}
        data-autofocus
        value={fields.trigger}
        error={triggerError}
        onChange={(event) => onChange({ trigger: event.currentTarget.value })}
      />
      <TextInput
        label={t('Description')}
        readOnly={isReadOnly}
        maxLength={4096}
        value={fields.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Textarea
        label={t('Snippet')}
        description={isReadOnly ? undefined : placesHint}
        required={!isReadOnly}
        readOnly={isReadOnly}
        maxLength={100_000}
        autosize
        minRows={6}
        maxRows={16}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={fields.snippet}
        onChange={(event) => onChange({ snippet: event.currentTarget.value })}
      />
    </Stack>
  )
}

function fieldsOf(snippet: Snippet | null): SnippetFields {
  return {
    trigger: snippet?.trigger ?? '',
    description: snippet?.description ?? '',
    snippet: snippet?.snippet ?? '',
  }
}

function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: t('Discard the changes of this snippet?'),
    message: t('What you have entered will be lost.'),
    confirmLabel: t('Discard'),
    danger: true,
  })
}
