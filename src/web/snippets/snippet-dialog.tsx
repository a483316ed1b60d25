import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { createSnippet, type Snippet, saveSnippet } from '#shared/snippets/snippets-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { usePermission } from '#web/session/use-session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { notify } from '#web/ui/toast.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useMayChangeSnippet } from './may-change-snippet.ts'
import { snippetQuery, snippetsKey } from './snippet-queries.ts'

const placesHint = t(
  'Mark places to fill in as $1, $2 or {placeholder}, and where the cursor ends as $0; Tab goes from place to place.',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a placeholder in a snippet
  { placeholder: '${1:default}' },
)

/** /query_snippets/new: the empty dialog; users who may not create return to the list. */
export function NewSnippetPage() {
  const close = useClose()
  if (!usePermission('create_query')) return <Navigate to="/query_snippets" replace />
  return <SnippetDialog snippet={null} onClose={close} />
}

/** /query_snippets/{id} */
export function SnippetPage() {
  const { querySnippetId } = useParams({ from: '/shell/settings-area/query_snippets/$querySnippetId' })
  const { data, isFetchedAfterMount, error, refetch } = useQuery(snippetQuery(querySnippetId))
  const mayChange = useMayChangeSnippet()
  const close = useClose()
  useFocusReturn()
  const isMissing = error instanceof ApiError && error.status === 404
  if (data && isFetchedAfterMount) {
    return <SnippetDialog key={querySnippetId} snippet={data} isReadOnly={!mayChange(data)} onClose={close} />
  }
  return (
    <Modal
      opened
      size={600}
      title={t('Query Snippet')}
      onClose={close}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {isMissing && <ErrorAlert error={t('This query snippet does not exist.')} />}
      {error && !isMissing && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!error && <FormSkeleton fields={3} />}
    </Modal>
  )
}

/** Returns to the list with its page and order. */
function useClose(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '/query_snippets', search: true, ignoreBlocker: true })
}

interface SnippetDialogProps {
  /** null: a new snippet */
  snippet: Snippet | null
  isReadOnly?: boolean
  onClose: () => void
}

/** Creates, edits or only shows a snippet (docs/reference/screens-administration.md#snippet-dialog). */
function SnippetDialog({ snippet, isReadOnly = false, onClose }: SnippetDialogProps) {
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

type SnippetFields = Pick<Snippet, 'trigger' | 'description' | 'snippet'>

/**
 * Creates (`id` null) or saves, with the messages of docs/reference/screens-administration.md#snippet-dialog; a refused
 * trigger is shown at its field.
 */
function useSaveSnippet(id: number | null, onSaved: () => void) {
  const client = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const [triggerError, setTriggerError] = useState<string | null>(null)

  const save = async (fields: SnippetFields) => {
    if (isSaving) return
    setIsSaving(true)
    setTriggerError(null)
    try {
      if (id === null) await call(createSnippet, { body: fields })
      else await call(saveSnippet, { params: { id }, body: fields })
      // open editors complete from the list
      await client.invalidateQueries({ queryKey: snippetsKey, refetchType: 'all' })
      notify.success(t('Saved.'))
      onSaved()
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'snippet.trigger_taken'
      if (isTaken) setTriggerError(t('Another snippet has this trigger.'))
      notify.error(isTaken ? t('Another snippet has this trigger.') : messageOf(error, ''), {
        title: t('Failed saving snippet.'),
      })
    } finally {
      setIsSaving(false)
    }
  }

  return { isSaving, triggerError, save }
}
