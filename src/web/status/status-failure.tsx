import { t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'

/** Data that was loaded before stays below the error. */
export function StatusFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return null
  return <ErrorAlert title={t('Failed loading status. Please refresh.')} error={error} onRetry={onRetry} />
}
