import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { usePermission } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useMayChangeSnippet } from './may-change-snippet.ts'
import { SnippetDialog } from './snippet-dialog.tsx'
import { snippetQuery } from './snippet-queries.ts'

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
