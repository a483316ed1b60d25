import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { notify } from '#web/ui/toast.tsx'

/**
 * A toast with what failed, and the server's message below (docs/reference/screens-administration.md#user-messages).
 */
export function notifyFailure(what: string, error: unknown): void {
  notify.error(messageOf(error, t('Unknown error')), { title: what })
}
