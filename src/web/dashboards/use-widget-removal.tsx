import { Button } from '@mantine/core'
import { useCallback, useRef } from 'react'
import type { GridItem } from '#shared/dashboards/grid.ts'
import { storedPosition } from '#shared/dashboards/stored-grid.ts'
import { createWidget, deleteWidget, type Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { complain } from '#web/dashboards/editing/complain.ts'
import { notify } from '#web/ui/toast.tsx'
import { withRestored } from './restored-layout.ts'
import type { DashboardDraft } from './use-dashboard-draft.ts'
import { nameOfRemoved } from './widget-label.ts'

/** milliseconds; long enough to notice a mistake and to reach the button */
const undoTime = 12_000

interface RemovalParts {
  draft: DashboardDraft
  isEditing: boolean
  items: readonly GridItem[]
  /** names the shown tab */
  view: string
  changeLayout(items: readonly GridItem[]): void
}

/** Removes a widget at once; the notice brings it back with its place, options and parameter mappings. */
export function useWidgetRemoval(parts: RemovalParts): (widget: Widget) => void {
  const latest = useRef(parts)
  latest.current = parts
  return useCallback((widget: Widget) => void remove(widget, () => latest.current), [])
}

async function remove({ id }: Widget, now: () => RemovalParts): Promise<void> {
  const { draft, items, isEditing, view } = now()
  const widget = draft.latest().widgets.find((one) => one.id === id)
  if (widget === undefined) return
  try {
    await call(deleteWidget, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) {
      complain(t('Widget cannot be updated'), error)
      return
    }
  }
  draft.dropWidget(id)
  // no client may create what it does not see: this one was asked about
  if (widget.restricted) return
  const place = items.find((item) => item.id === id)
  // while editing, a move of the last seconds may not have been stored
  const position = isEditing && place !== undefined && { position: storedPosition(place) }
  const notice = `widget-removed-${id}`
  const undo = async () => {
    notify.hide(notice)
    try {
      const options = { ...widget.options, ...position }
      const added = await addAgain({ ...widget, options })
      const then = now()
      then.draft.putWidget(added)
      if (then.view === view) then.changeLayout(withRestored(items, then.items, id, added.id))
    } catch (error) {
      complain(t('The widget could not be brought back.'), error)
    }
  }
  notify.success(<RemovedNotice name={nameOfRemoved(widget)} onUndo={() => void undo()} />, {
    id: notice,
    duration: undoTime,
  })
}

function addAgain({ dashboard_id, visualization, text = '', options }: Widget): Promise<Widget> {
  const visualization_id = visualization?.id ?? null
  return call(createWidget, { body: { dashboard_id, visualization_id, text, width: 1, options } })
}

function RemovedNotice({ name, onUndo }: { name: string; onUndo(): void }) {
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <span style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {t('“{name}” has been removed.', { name })}
      </span>
      <Button
        ref={takeLostFocus}
        size="compact-sm"
        variant="default"
        style={{ flex: 'none' }}
        onClick={onUndo}
      >
        {t('Undo')}
      </Button>
    </span>
  )
}

/** The focus was in the widget, which is gone: with the keyboard, Undo is the next key. */
function takeLostFocus(button: HTMLButtonElement | null): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) button?.focus({ preventScroll: true })
}
