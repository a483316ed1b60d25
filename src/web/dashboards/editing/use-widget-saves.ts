import { useCallback, useRef } from 'react'
import { saveWidget, type Widget } from '#shared/dashboards/widgets-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { type OnClash, tellRemoved, type WidgetChange } from './widget-change.ts'

/**
 * Stores what `change` makes of the widget as it stands when its turn comes. False: somebody has removed it, and the
 * reader was told. Rejects with ApiError; with a 409 when others have changed the same part and must not be overwritten.
 */
export type SaveWidget = (
  id: number,
  change: (widget: Widget) => WidgetChange,
  onClash?: OnClash,
) => Promise<boolean>

/**
 * Saves of widgets. Those of one widget go one after the other, and each begins with what the one before has stored:
 * all options travel together, and none of two changes may undo the other. `onMoved`: somebody else has moved it.
 */
export function useWidgetSaves(draft: DashboardDraft, onMoved: (id: number) => void): SaveWidget {
  const lines = useRef(new Map<number, Promise<unknown>>())
  const { latest, putWidget, dropWidget, reload } = draft
  return useCallback(
    (id, change, onClash = 'ask') => {
      const store = async (widget: Widget) => {
        // other servers of this API want both
        const { version, options, ...rest } = { ...widget, ...change(widget) }
        const body = { options, ...textOf(rest), version }
        putWidget(await call(saveWidget, { params: { id }, body }))
      }
      const work = async (): Promise<boolean> => {
        const widget = latest().widgets.find((one) => one.id === id)
        if (widget === undefined) return false
        try {
          await store(widget)
        } catch (error) {
          const status = error instanceof ApiError ? error.status : null
          if (status === 409) {
            const { settleConflict } = await import('./settle-conflict.tsx')
            return await settleConflict(error, {
              widget,
              change,
              onClash,
              store,
              dropWidget,
              onMoved,
              reload,
            })
          }
          if (status !== 404) throw error
          tellRemoved(dropWidget, id)
          return false
        }
        return true
      }
      const next = (lines.current.get(id) ?? Promise.resolve()).then(work, work)
      lines.current.set(id, next)
      return next
    },
    [latest, putWidget, dropWidget, reload, onMoved],
  )
}

/** Of a restricted widget the text is not known, and stays. */
function textOf({ text }: Pick<Widget, 'text'>): { text?: string } {
  return text === undefined ? {} : { text: text ?? '' }
}
