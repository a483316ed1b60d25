import { IconLock } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-widgets.module.css'
import { NoteMenuPlace } from './note-menu-place.tsx'
import { actsOnWidget, type DashboardWidgetProps } from './widget-props.ts'

const name = t('Restricted widget')

/** In place of a visualization whose data source is not open to the reader. */
export function RestrictedWidget(props: DashboardWidgetProps) {
  return (
    <article className={classes.widget} aria-label={name} data-kind="restricted">
      <div className={classes.note}>
        <div className={classes.restricted}>
          <IconLock size={24} stroke={1.5} aria-hidden="true" />
          <p>{t("This widget requires access to a data source you don't have access to.")}</p>
        </div>
        <NoteMenuPlace of={props} name={name} {...actsOnWidget(props)} />
      </div>
    </article>
  )
}
