import { Anchor } from '@mantine/core'
import { t } from '#shared/messages/translate.ts'
import { notify } from '#web/ui/toast.tsx'

/** long enough to reach the link */
const duration = 10_000

interface Added {
  name: string
  href: string
  /** navigates within the page */
  go: () => void
}

/** Toasts are rendered outside the router, so the link navigates through `go`. */
export function notifyWidgetAdded({ name, href, go }: Added): void {
  const id = `widget-added:${href}`
  notify.success(
    <Anchor
      href={href}
      size="sm"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        notify.hide(id)
        go()
      }}
    >
      {name}
    </Anchor>,
    { id, title: t('Widget added to dashboard'), duration },
  )
}
