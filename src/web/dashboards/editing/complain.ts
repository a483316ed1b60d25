import { ApiError, messageOf } from '#web/api/api-error.ts'
import { dashboardWords } from '#web/dashboards/dashboard-words.ts'
import { notify } from '#web/ui/toast.tsx'

/**
 * The fixed words of a failure, and below them what the server said when that tells more. Of a conflict the reader has been
 * told with the ways out of it.
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
