import { readDashboardOptions } from '#shared/dashboards/dashboard-options.ts'
import { readWidgetOptions, type WidgetOptions } from '#shared/dashboards/widget-options.ts'
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
import type { DashboardState, WidgetState } from './dashboard-state.ts'

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
