import { useQueryClient } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { deleteSnippet, type Snippet } from '#shared/snippets/snippets-api.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { snippetsQuery } from './snippet-queries.ts'

/** Asks, deletes, and reports the outcome (docs/reference/screens-administration.md#snippet-dialog). */
export function useDeleteSnippet(): (snippet: Snippet) => Promise<void> {
  const client = useQueryClient()
  return async ({ id, trigger }) => {
    const isSure = await confirm({
      title: t('Delete Query Snippet'),
      message: t('Are you sure you want to delete the snippet “{trigger}”?', { trigger }),
      confirmLabel: t('Delete'),
      danger: true,
    })
    if (!isSure) return
    try {
      await call(deleteSnippet, { params: { id } })
      client.setQueryData(snippetsQuery.queryKey, (known) => known?.filter((one) => one.id !== id))
      notify.success(t('Query snippet deleted successfully.'))
    } catch (error) {
      notify.error(messageOf(error, ''), { title: t('Failed deleting query snippet.') })
    }
    await client.invalidateQueries({ queryKey: snippetsQuery.queryKey })
  }
}
