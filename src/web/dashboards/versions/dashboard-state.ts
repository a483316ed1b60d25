import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'

type Fields = Pick<
  DashboardSnapshot,
  'name' | 'tags' | 'is_draft' | 'is_archived' | 'dashboard_filters_enabled' | 'options'
>

export interface WidgetState {
  id: number
  /** its name for users */
  name: string
  /** its content, to match it under another id; null: hidden from the reader */
  shows: string | null
  /** text of a text box */
  text: string | null
  options: Record<string, unknown>
}

/** A past or current state of a dashboard, limited to what the reader may see. */
export type DashboardState = Fields & { widgets: WidgetState[] }

export function stateOfSnapshot(snapshot: DashboardSnapshot): DashboardState {
  return {
    ...fieldsOf(snapshot),
    widgets: snapshot.widgets.map((widget) => {
      const { id, options, visualization_id, visualization_name, query_name } = widget
      if (visualization_id === null) return textbox(id, options, widget.text)
      if (visualization_name === null || query_name === null) return restricted(id, options)
      return shown(id, options, visualization_id, `${visualization_name} – ${query_name}`)
    }),
  }
}

export function stateOfDashboard(dashboard: Dashboard): DashboardState {
  return { ...fieldsOf(dashboard), widgets: (dashboard.widgets ?? []).map(stateOfWidget) }
}

function stateOfWidget({ id, options, visualization, restricted: isRestricted, text }: Widget): WidgetState {
  if (isRestricted) return restricted(id, options)
  if (visualization === undefined) return textbox(id, options, text ?? null)
  return shown(id, options, visualization.id, `${visualization.name} – ${visualization.query.name}`)
}

function fieldsOf({ name, tags, is_draft, is_archived, dashboard_filters_enabled, options }: Fields): Fields {
  return { name, tags, is_draft, is_archived, dashboard_filters_enabled, options }
}

type Options = WidgetState['options']

const shown = (id: number, options: Options, visualizationId: number, name: string): WidgetState => ({
  id,
  name: `“${name}”`,
  shows: `visualization ${visualizationId}`,
  text: null,
  options,
})

const restricted = (id: number, options: Options): WidgetState => ({
  id,
  name: t('restricted'),
  shows: null,
  text: null,
  options,
})

const maxNameLength = 40

function textbox(id: number, options: Options, stored: string | null): WidgetState {
  const text = stored ?? ''
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  const words = line.replace(/^[\s#>*-]+/, '').trim()
  const short = words.length > maxNameLength ? `${words.slice(0, maxNameLength).trimEnd()}…` : words
  return {
    id,
    name: short === '' ? t('textbox') : t('textbox “{short}”', { short }),
    shows: `text ${text}`,
    text,
    options,
  }
}
