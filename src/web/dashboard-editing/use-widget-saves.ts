import { useCallback, useRef } from 'react'
import { saveWidget, type Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { notify } from '#web/ui/toast.tsx'

export interface WidgetChange {
  text?: string
  options?: Record<string, unknown>
}

/** Stores what `change` makes of the widget as it stands when its turn comes. Rejects with ApiError. */
export type SaveWidget = (id: number, change: (widget: Widget) => WidgetChange) => Promise<void>

/**
 * Saves of widgets. Those of one widget go one after the other, and each begins with what the one before has stored:
 * all options travel together, and none of two changes may undo the other.
 */
export function useWidgetSaves(draft: DashboardDraft): SaveWidget {
  const lines = useRef(new Map<number, Promise<unknown>>())
  const { latest, putWidget, dropWidget } = draft
  return useCallback(
    (id, change) => {
      const work = async () => {
        const widget = latest().widgets.find((one) => one.id === id)
        if (widget === undefined) return
        // other servers of this API want both
        const body = { options: widget.options, ...textOf(widget), ...change(widget) }
        try {
          putWidget(await call(saveWidget, { params: { id }, body }))
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 404) throw error
          dropWidget(id)
          notify.warning(t('This widget has been removed from the dashboard by another user.'))
        }
      }
      const next = (lines.current.get(id) ?? Promise.resolve()).then(work, work)
      lines.current.set(id, next)
      return next
    },
    [latest, putWidget, dropWidget],
  )
}

/** Of a restricted widget the text is not known, and stays. */
function textOf({ text }: Widget): { text?: string } {
  return text === undefined ? {} : { text: text ?? '' }
}
