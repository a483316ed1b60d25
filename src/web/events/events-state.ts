import {
  type Paging,
  positiveInteger,
  readPaging,
  textOf,
  unreadNames,
  writePaging,
} from '#web/ui/search-params.ts'

/** What the address says of the list. */
export interface EventsState extends Paging {
  userId: number | null
  action: string | null
  objectType: string | null
  /** days of the viewer, `2026-01-31`, both included */
  from: string | null
  to: string | null
}

export const noFilters = { userId: null, action: null, objectType: null, from: null, to: null } as const

/** The state of the list out of the address; what is not valid falls back. */
export function readEventsState(search: Record<string, unknown>, defaultPageSize: number): EventsState {
  const userId = positiveInteger(search.user_id, 0)
  return {
    userId: userId === 0 ? null : userId,
    action: nameOf(search.action),
    objectType: nameOf(search.object_type),
    from: dayOf(search.from),
    to: dayOf(search.to),
    ...readPaging(search, defaultPageSize),
  }
}

/** The address of a state; what is as usual is left out. */
export function writeEventsState(state: EventsState, defaultPageSize: number): Record<string, string> {
  const { userId, action, objectType, from, to } = state
  const written: [string, string | null][] = [
    ['user_id', userId === null ? null : String(userId)],
    ['action', action],
    ['object_type', objectType],
    ['from', from],
    ['to', to],
  ]
  const said = written.filter((entry): entry is [string, string] => entry[1] !== null)
  return { ...Object.fromEntries(said), ...writePaging(state, defaultPageSize) }
}

/** Names of filters in the address that say nothing. */
export function unreadFilters(search: Record<string, unknown>, state: EventsState): string[] {
  const names = ['user_id', 'action', 'object_type', 'from', 'to']
  return unreadNames(search, writeEventsState(state, state.pageSize), names)
}

/** The filters as the server takes them: the viewer's days as instants. */
export function filtersOf({ userId, action, objectType, from, to }: EventsState) {
  return {
    user_id: userId ?? undefined,
    action: action ?? undefined,
    object_type: objectType ?? undefined,
    from: from === null ? undefined : startOf(from, 0),
    to: to === null ? undefined : startOf(to, 1),
  }
}

export function isFiltered(state: EventsState): boolean {
  return Object.values(filtersOf(state)).some((value) => value !== undefined)
}

/** When the day begins by the clock of the viewer, some days later. */
function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

function nameOf(value: unknown): string | null {
  const text = textOf(value)
  return text === undefined || text === '' || text.length > 100 ? null : text
}

function dayOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === undefined || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return null
  const instant = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text) ? null : text
}
