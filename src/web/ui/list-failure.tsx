import { Button } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorAlert } from './error-alert.tsx'

interface ListFailureProps {
  error: Error
  onFirstPage: () => void
  onRetry: () => void
}

/** True if the page in the address does not exist: the server answers 400, or 404 for an empty list. */
export function isBeyondList(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.message.includes('out of range'))
}

export function ListFailure({ error, onFirstPage, onRetry }: ListFailureProps) {
  if (!isBeyondList(error)) return <ErrorAlert error={error} onRetry={onRetry} />
  return (
    <EmptyState
      title={t('This page of the list does not exist.')}
      action={
        <Button variant="default" onClick={onFirstPage}>
          {t('Go to the first page')}
        </Button>
      }
    />
  )
}
