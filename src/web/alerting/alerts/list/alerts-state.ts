import { alertStates } from '#shared/alerts/alert-rules.ts'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { type ListState, shownOrder } from '#web/lists/list-state.ts'

/** The columns that can order the list. */
export const alertOrderKeys = ['name', 'created_by', 'state', 'updated_at', 'created_at'] as const
type AlertOrderKey = (typeof alertOrderKeys)[number]

/** True if each word of the search is in the name of the alert or of its query. */
export function matches(alert: Alert, q: string): boolean {
  const own = `${alert.name} ${alert.query.name}`.toLocaleLowerCase()
  return q
    .trim()
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => own.includes(word))
}

/** One page of the alerts, all of which the server sends. A page that does not exist shows the last one. */
export function alertsOfPage(alerts: readonly Alert[], state: ListState) {
  const found = alerts.filter((alert) => matches(alert, state.q))
  const order = shownOrder({ q: '', order: state.order }, false) ?? ''
  const sign = order.startsWith('-') ? -1 : 1
  const compare = comparisons[alertOrderKeys.find((key) => key === order.replace(/^-/, '')) ?? 'created_at']
  const sorted = found.toSorted((one, other) => sign * compare(one, other) || other.id - one.id)
  const page = Math.max(1, Math.min(state.page, Math.ceil(sorted.length / state.pageSize)))
  return {
    count: found.length,
    page,
    rows: sorted.slice((page - 1) * state.pageSize, page * state.pageSize),
  }
}

const { compare: compareTexts } = new Intl.Collator(undefined, { numeric: true })

const comparisons: Readonly<Record<AlertOrderKey, (one: Alert, other: Alert) => number>> = {
  name: (one, other) => compareTexts(one.name, other.name),
  created_by: (one, other) => compareTexts(one.user.name, other.user.name),
  // unknown, ok, triggered: alerts that need attention sort to one end
  state: (one, other) => alertStates.indexOf(one.state) - alertStates.indexOf(other.state),
  updated_at: (one, other) => compareTexts(one.updated_at, other.updated_at),
  created_at: (one, other) => compareTexts(one.created_at, other.created_at),
}
