import { IconLock } from '@tabler/icons-react'
import { memo, Suspense } from 'react'
import { readWidgetOptions, widgetKind } from '#shared/dashboards/widget-options.ts'
import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import classes from './dashboard-widgets.module.css'
import type { NoteMenuProps } from './note-menu.tsx'
import { VisualizationWidget } from './visualization-widget.tsx'
import { actsOnWidget, type DashboardWidgetProps, isOfDashboard } from './widget-props.ts'

export type { DashboardWidgetProps, ShownWidget } from './widget-props.ts'

/** A widget of any kind: fills its box in the grid, or is as tall as its content where the box has no height. */
export const DashboardWidget = memo(function DashboardWidget(props: DashboardWidgetProps) {
  const { widget } = props
  if (readWidgetOptions(widget.options).isHidden) return null
  const { visualization } = widget
  if (visualization !== undefined) return <VisualizationWidget {...props} visualization={visualization} />
  return widgetKind(widget) === 'restricted' ? <RestrictedWidget {...props} /> : <TextboxWidget {...props} />
})

const restrictedName = t('Restricted widget')

/** Replaces a visualization whose data source the reader may not access. */
function RestrictedWidget(props: DashboardWidgetProps) {
  return (
    <article className={classes.widget} aria-label={restrictedName} data-kind="restricted">
      <div className={classes.note}>
        <div className={classes.restricted}>
          <IconLock size={24} stroke={1.5} aria-hidden="true" />
          <p>{t("This widget requires access to a data source you don't have access to.")}</p>
        </div>
        <NoteMenuPlace of={props} name={restrictedName} {...actsOnWidget(props)} />
      </div>
    </article>
  )
}

const textboxName = t('Text box')

/** A text between the visualizations. */
function TextboxWidget(props: DashboardWidgetProps) {
  const text = props.widget.text ?? ''
  const { onEditTextbox } = props
  const edit = onEditTextbox && { onEditTextbox }
  const isEmpty = text.trim() === ''
  return (
    <article className={classes.widget} aria-label={textboxName} data-kind="textbox">
      <div className={classes.note}>
        <div className={classes.text}>
          {isEmpty ? (
            props.isEditing && <p className={classes.empty}>{t('This text box is empty.')}</p>
          ) : (
            <Markdown text={text} tables />
          )}
        </div>
        <NoteMenuPlace of={props} name={textboxName} {...actsOnWidget(props)} {...edit} />
      </div>
    </article>
  )
}

const NoteMenu = lazy(() => import('./note-menu.tsx').then((module) => ({ default: module.NoteMenu })))

interface NoteMenuPlaceProps extends Omit<NoteMenuProps, 'widget'> {
  of: Pick<DashboardWidgetProps, 'widget' | 'place' | 'canEdit'>
}

/** The menu of a widget without a visualization, for editors. */
function NoteMenuPlace({ of: { widget, place, canEdit }, ...acts }: NoteMenuPlaceProps) {
  if (place === 'public' || !canEdit || !isOfDashboard(widget)) return null
  if (acts.onEditTextbox === undefined && acts.onRemove === undefined) return null
  return (
    <div className={classes.menuPlace} data-image="none">
      <Suspense>
        <NoteMenu widget={widget} {...acts} />
      </Suspense>
    </div>
  )
}
