import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { notify } from '#web/ui/toast.tsx'

/** What failed, and under it what the server says (docs/reference/screens-administration.md#user-messages). */
export function tellFailure(what: string, error: unknown): void {
  notify.error(messageOf(error, t('Unknown error')), { title: what })
}
