import { useState } from 'react'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import type { EditingDialogProps } from './editing-parts.ts'

const AddWidgetDialog = lazy(() =>
  import('./add-widget-dialog.tsx').then((module) => ({ default: module.AddWidgetDialog })),
)
const TextboxDialog = lazy(() =>
  import('./textbox-dialog.tsx').then((module) => ({ default: module.TextboxDialog })),
)
const MappingsDialog = lazy(() =>
  import('./mappings-dialog.tsx').then((module) => ({ default: module.MappingsDialog })),
)

export type OpenedDialog =
  | { kind: 'add-widget' | 'add-textbox' }
  | { kind: 'edit-textbox' | 'mappings'; widgetId: number }

/** The dialog that is open, loaded when it opens. */
export function EditingDialogs({ opened, ...props }: EditingDialogProps & { opened: OpenedDialog }) {
  const { widgets } = props.parts.draft.dashboard
  const present = 'widgetId' in opened ? widgets.find(({ id }) => id === opened.widgetId) : null
  // removed by another user in the meantime: keep what was typed
  const [last, setLast] = useState(present)
  if (present !== undefined && present !== last) setLast(present)
  const widget = present ?? last ?? null
  return (
    <Opening>
      {opened.kind === 'add-widget' && <AddWidgetDialog {...props} />}
      {opened.kind === 'add-textbox' && <TextboxDialog {...props} widget={null} />}
      {opened.kind === 'edit-textbox' && widget && <TextboxDialog {...props} widget={widget} />}
      {opened.kind === 'mappings' && widget && <MappingsDialog {...props} widget={widget} />}
    </Opening>
  )
}
