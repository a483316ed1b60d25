import { useCallback, useRef } from 'react'
import { saveWidget, type Widget } from '#shared/dashboards/widgets-api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { DashboardDraft } from '#web/dashboards/use-dashboard-draft.ts'
import { type OnClash, tellRemoved, type WidgetChange } from './widget-change.ts'

/**
 * Saves the result of `change` on the widget's state at that moment. False: another user removed it, and the user was
 * told. Rejects with ApiError; with a 409 if others changed the same part and must not be overwritten.
 */
export type SaveWidget = (
  id: number,
  change: (widget: Widget) => WidgetChange,
  onClash?: OnClash,
) => Promise<boolean>

/**
 * Saves widgets. Saves of one widget run in sequence, each starting from the previous result: options are sent as a
 * whole, so that no change undoes another. `onMoved`: another user moved the widget.
 */
export function useWidgetSaves(draft: DashboardDraft, onMoved: (id: number) => void): SaveWidget {
  const lines = useRef(new Map<number, Promise<unknown>>())
  const { latest, putWidget, dropWidget, reload } = draft
  return useCallback(
    (id, change, onClash = 'ask') => {
      const store = async (widget: Widget) => {
        // other servers of this API require both
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

/** The text of a restricted widget is unknown here, so it is left out. */
function textOf({ text }: Pick<Widget, 'text'>): { text?: string } {
  return text === undefined ? {} : { text: text ?? '' }
}
