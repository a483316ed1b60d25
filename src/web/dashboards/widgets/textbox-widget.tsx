import { t } from '#shared/messages/translate.ts'
import { Markdown } from '#web/markdown/markdown.tsx'
import classes from './dashboard-widgets.module.css'
import { NoteMenuPlace } from './note-menu-place.tsx'
import { actsOnWidget, type DashboardWidgetProps } from './widget-props.ts'

const name = t('Text box')

/** Text that somebody has written between the visualizations. */
export function TextboxWidget(props: DashboardWidgetProps) {
  const text = props.widget.text ?? ''
  const { onEditTextbox } = props
  const edit = onEditTextbox && { onEditTextbox }
  const isEmpty = text.trim() === ''
  return (
    <article className={classes.widget} aria-label={name} data-kind="textbox">
      <div className={classes.note}>
        <div className={classes.text}>
          {isEmpty ? (
            props.isEditing && <p className={classes.empty}>{t('This text box is empty.')}</p>
          ) : (
            <Markdown text={text} tables />
          )}
        </div>
        <NoteMenuPlace of={props} name={name} {...actsOnWidget(props)} {...edit} />
      </div>
    </article>
  )
}
