import { widgetKind } from '#shared/dashboards/widget-options.ts'
import { t } from '#shared/messages/translate.ts'

interface NamedWidget {
  restricted?: boolean
  text?: string | null
  visualization?: { name: string; query: { name: string } } | undefined
}

/** A widget's name for places where it is not visible. */
export function labelOfWidget(widget: NamedWidget | undefined): string {
  if (widget === undefined) return ''
  const { visualization } = widget
  if (visualization !== undefined) return `${visualization.name} – ${visualization.query.name}`
  return widgetKind(widget) === 'restricted' ? t('Restricted widget') : t('Textbox')
}

/** Characters of a text box that name it. */
const nameLength = 20

/** The same for a widget that is gone: text boxes are told apart by how they begin. */
export function nameOfRemoved(widget: NamedWidget): string {
  const characters = [...(widget.text ?? '').replace(/\s+/g, ' ').trim()]
  if (widget.visualization !== undefined || characters.length === 0) return labelOfWidget(widget)
  const start = characters.slice(0, nameLength).join('').trimEnd()
  return characters.length > nameLength ? `${start}…` : start
}
