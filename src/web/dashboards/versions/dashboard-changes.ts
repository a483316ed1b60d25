import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import type { DashboardSnapshot } from '#shared/dashboards/dashboard-versions-api.ts'
import type { Dashboard } from '#shared/dashboards/dashboards-api.ts'
import { readWidgetOptions, type WidgetOptions } from '#shared/dashboards/widget-options.ts'
import type { Widget } from '#shared/dashboards/widgets-api.ts'
import { t } from '#shared/messages/translate.ts'
import {
  factChange,
  isSame,
  jsonChange,
  pairUp,
  type SnapshotChange,
  tagChange,
  valueChange,
} from '#web/versions/snapshot-change.ts'

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

export function dashboardChanges(before: DashboardState, after: DashboardState): SnapshotChange[] {
  return [
    ...valueChange(t('Name'), before.name, after.name),
    ...tagChange(before.tags, after.tags),
    ...factChange(t('Published'), !before.is_draft, !after.is_draft),
    ...factChange(t('Archived'), before.is_archived, after.is_archived),
    ...factChange(t('Dashboard filters'), before.dashboard_filters_enabled, after.dashboard_filters_enabled),
    ...optionChanges(before.options, after.options),
    ...told(widgetChanges(before.widgets, after.widgets)),
  ]
}

function optionChanges(
  before: DashboardState['options'],
  after: DashboardState['options'],
): SnapshotChange[] {
  const [old, next] = [readDashboardOptions(before), readDashboardOptions(after)]
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')
  const { globalParamOrder: _o, parameters: _p, tabs: _t, ...restBefore } = before
  const { globalParamOrder: _order, parameters: _parameters, tabs: _tabs, ...restAfter } = after
  return [
    ...valueChange(t('Tabs'), names(old.tabs), names(next.tabs)),
    ...valueChange(
      t('Order of parameters'),
      old.globalParamOrder.join(', '),
      next.globalParamOrder.join(', '),
    ),
    ...jsonChange(t('Values of parameters'), old.parameters, next.parameters),
    ...jsonChange(t('Options'), restBefore, restAfter),
  ]
}

/** Matches widgets by id; a widget that came back under another id is matched by its content. */
function widgetChanges(before: readonly WidgetState[], after: readonly WidgetState[]): SnapshotChange[] {
  const { pairs, added } = pairUp(before, after, [
    (old, next) => old.id === next.id,
    (old, next) => old.shows !== null && old.shows === next.shows,
  ])
  return [
    ...added.map((widget) => note(widget, t('Added'))),
    ...pairs.flatMap(({ old, next }) => (next === null ? [note(old, t('Removed'))] : changesOf(old, next))),
  ]
}

const labelOf = ({ name }: WidgetState) => t('Widget {name}', { name })

function note(widget: WidgetState, words: string): SnapshotChange {
  return { kind: 'note', label: labelOf(widget), words }
}

function changesOf(old: WidgetState, next: WidgetState): SnapshotChange[] {
  const { position: oldPosition, tab: _t, ...oldRest } = old.options
  const { position: nextPosition, tab: _tab, ...nextRest } = next.options
  const places = placeInWords(readWidgetOptions(old.options), readWidgetOptions(next.options))
  if (places.length === 0 && !isSame(oldPosition, nextPosition)) places.push(t('Place changed'))
  const label = labelOf(next)
  return [
    ...(places.length === 0 ? [] : [note(next, places.join(', '))]),
    ...valueChange(label, old.text ?? '', next.text ?? ''),
    ...jsonChange(label, oldRest, nextRest),
  ]
}

function placeInWords(old: WidgetOptions, next: WidgetOptions): string[] {
  const [a, b] = [old.position, next.position]
  return [
    ...(old.tab === next.tab ? [] : [t('To another tab')]),
    ...(a.col === b.col && a.row === b.row ? [] : [t('Moved')]),
    ...(a.sizeX === b.sizeX && a.sizeY === b.sizeY ? [] : [t('Resized')]),
  ]
}

/** Numbers widgets that have the same name. */
function told(changes: readonly SnapshotChange[]): SnapshotChange[] {
  const seen = new Map<string, number>()
  return changes.map((change) => {
    const key = `${change.kind} ${change.label}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? change : { ...change, label: `${change.label} (${count})` }
  })
}

type Fields = Pick<
  DashboardSnapshot,
  'name' | 'tags' | 'is_draft' | 'is_archived' | 'dashboard_filters_enabled' | 'options'
>

interface WidgetState {
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
