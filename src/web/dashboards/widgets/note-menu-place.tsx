import { Suspense } from 'react'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-widgets.module.css'
import type { NoteMenuProps } from './note-menu.tsx'
import { type DashboardWidgetProps, isOfDashboard } from './widget-props.ts'

const NoteMenu = lazy(() => import('./note-menu.tsx').then((module) => ({ default: module.NoteMenu })))

interface NoteMenuPlaceProps extends Omit<NoteMenuProps, 'widget'> {
  of: Pick<DashboardWidgetProps, 'widget' | 'place' | 'canEdit'>
}

/** The menu of a widget without a visualization, for editors. */
export function NoteMenuPlace({ of: { widget, place, canEdit }, ...acts }: NoteMenuPlaceProps) {
  if (place === 'public' || !canEdit || !isOfDashboard(widget)) return null
  if (acts.onEditTextbox === undefined && acts.onRemove === undefined) return null
  return (
    <div className={classes.menuPlace} data-picture="none">
      <Suspense>
        <NoteMenu widget={widget} {...acts} />
      </Suspense>
    </div>
  )
}
