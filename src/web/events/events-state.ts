import {
  type Paging,
  positiveInteger,
  readPaging,
  textOf,
  unreadNames,
  writePaging,
} from '#web/ui/search-params.ts'

/** The state of the list in the address. */
export interface EventsState extends Paging {
  userId: number | null
  action: string | null
  objectType: string | null
  /** days in the viewer's time zone, `2026-01-31`, both included */
  from: string | null
  to: string | null
}

export const noFilters = { userId: null, action: null, objectType: null, from: null, to: null } as const

/** Reads the state of the list from the address; invalid values fall back to the defaults. */
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

/** The address of a state; defaults are omitted. */
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

/** Names of filters in the address with invalid values. */
export function unreadFilters(search: Record<string, unknown>, state: EventsState): string[] {
  const names = ['user_id', 'action', 'object_type', 'from', 'to']
  return unreadNames(search, writeEventsState(state, state.pageSize), names)
}

/** The filters for the server: the viewer's days as instants. */
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

/** The start of a day in the viewer's time zone, `daysLater` days later. */
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
