import { widgetKind } from '#shared/dashboards/widget-options.ts'
import { t } from '#shared/messages/translate.ts'

interface NamedWidget {
  restricted?: boolean
  visualization?: { name: string; query: { name: string } } | undefined
}

/** A widget's name for places where it is not visible. */
export function labelOfWidget(widget: NamedWidget | undefined): string {
  if (widget === undefined) return ''
  const { visualization } = widget
  if (visualization !== undefined) return `${visualization.name} – ${visualization.query.name}`
  return widgetKind(widget) === 'restricted' ? t('Restricted widget') : t('Textbox')
}
