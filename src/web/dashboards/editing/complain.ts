import { ApiError, messageOf } from '#web/api/api-error.ts'
import { dashboardWords } from '#web/dashboards/dashboard-words.ts'
import { notify } from '#web/ui/toast.tsx'

/**
 * Shows the fixed message of a failure, with the server's message below if it adds detail. Conflicts are skipped: the
 * conflict notice has already been shown.
 */
export function complain(words: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 409) return
  const reason = reasonOf(error)
  if (reason === '') notify.error(words)
  else notify.error(reason, { title: words })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  return error.status === 403 ? dashboardWords.denied : messageOf(error, '')
}
