import { Alert, Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'

export interface ErrorAlertProps {
  title?: ReactNode
  /** the thrown value, or a text */
  error: unknown
  fallback?: string
  onRetry?: () => void
}

/** An error at its place on the page, with the server's message and a Retry button. */
export function ErrorAlert({ title, error, fallback, onRetry }: ErrorAlertProps) {
  const text =
    typeof error === 'string'
      ? error
      : messageOf(error, fallback ?? t('Unknown error occurred. Please try again later.'))
  return (
    <Alert color="red" variant="light" title={title} icon={<IconAlertCircle size={18} />} role="alert">
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      {onRetry !== undefined && (
        <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Alert>
  )
}
