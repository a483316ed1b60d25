import { t } from '#shared/messages/translate.ts'
import { notify } from '#web/ui/toast.tsx'

/** After a user was made an admin: links to their account that the admin had been given no longer work. */
export function notifyLinksEnded(name: string): void {
  notify.warning(
    t(
      '{name} is an admin now, so links to their account that were handed over no longer work: send a new one.',
      {
        name,
      },
    ),
  )
}
