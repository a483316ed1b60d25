import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { createSnippet, type Snippet, saveSnippet } from '#shared/snippets/snippets-api.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { snippetsKey } from './snippet-queries.ts'

export type SnippetFields = Pick<Snippet, 'trigger' | 'description' | 'snippet'>

/**
 * Creates (`id` null) or saves, with the messages of docs/reference/screens-administration.md#snippet-dialog; a refused
 * trigger is shown at its field.
 */
export function useSaveSnippet(id: number | null, onSaved: () => void) {
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
