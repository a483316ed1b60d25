import type { JobStatus } from '#shared/results/job.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { DashboardRunner, ReadHeld, RunTarget } from './dashboard-runner.ts'

/** The current work on an entry. */
export type Work =
  /** part of the request for stored results */
  | { kind: 'asked' }
  /** stored, held here or known by id; read when one of its widgets is near the viewport */
  | { kind: 'told' }
  | { kind: 'reading'; abort: AbortController }
  /** queued to run */
  | { kind: 'queued'; maxAge: number }
  | { kind: 'running'; maxAge: number; abort: AbortController }

/** A query with certain values: one result for all widgets that show it. */
export interface Entry {
  key: string
  /** one of the widgets that use it, on behalf of all */
  target: RunTarget
  work: Work | null
  status: JobStatus | null
  result: LoadedResult | null
  /** the stored result, not parsed yet */
  held: ReadHeld | null
  /** id of the newest known stored result */
  resultId: number | null
  error: string | null
  /** the last error */
  failed: Work | null
  /** when the run was requested; milliseconds */
  startedAt: number | null
  /** greater: seen more recently */
  seen: number
}

/** What a widget shows of its result. */
export interface WidgetState {
  /** kept while a new one is being made */
  result: LoadedResult | null
  /** a run or read is under way or queued */
  isRefreshing: boolean
  /** when the run was requested, milliseconds; null: no run, a stored result is being read */
  startedAt: number | null
  /** status of the run, once the server has accepted it */
  status: JobStatus | null
  /** why the last run or read failed */
  error: string | null
  /** when the data of `result` was made */
  updatedAt: string | null
}

/** Frames and time of the page. */
export interface Pace {
  /** calls it once, before the next frame */
  soon(act: () => void): void
  /** milliseconds */
  now(): number
}

/** The state of a store. */
export interface PageResults {
  runner(): DashboardRunner
  pace: Pace
  isOpen: boolean
  /** aborts requests for stored results */
  abort: AbortController
  loadsAll: boolean
  entries: Map<string, Entry>
  /** entries with an unparsed result, in order of arrival */
  held: Set<Entry>
  /** `look` is planned */
  isLooking: boolean
  /** the current widgets, in grid order */
  wanted: readonly RunTarget[]
  /** for every widget that was ever wanted */
  keys: Map<number, string>
  /** what widgets showed before their values changed, until the new result arrives */
  previous: Map<number, LoadedResult>
  /** distance of mounted widgets from the viewport, in pixels */
  shown: Map<number, () => number>
  looks: number
  states: ReadonlyMap<number, WidgetState>
  listeners: Set<() => void>
}

export const nothingYet: WidgetState = {
  result: null,
  isRefreshing: false,
  startedAt: null,
  status: null,
  error: null,
  updatedAt: null,
}

/** The key of a query with its values; independent of the order of names. */
export function keyOf({ queryId, parameters }: RunTarget): string {
  const values = parameters.map(({ name, value }) => [name, value] as const)
  return JSON.stringify([queryId, values.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

export function newEntry(key: string, target: RunTarget): Entry {
  return {
    key,
    target,
    work: null,
    status: null,
    result: null,
    held: null,
    resultId: null,
    error: null,
    failed: null,
    startedAt: null,
    seen: 0,
  }
}

export function entryOf(page: PageResults, widgetId: number): Entry | undefined {
  const key = page.keys.get(widgetId)
  return key === undefined ? undefined : page.entries.get(key)
}

/** Pixels from the viewport to the nearest widget of each entry that has mounted ones. */
function distances(page: PageResults): Map<Entry, number> {
  const found = new Map<Entry, number>()
  for (const [widgetId, distance] of page.shown) {
    const entry = entryOf(page, widgetId)
    if (entry !== undefined) found.set(entry, Math.min(distance(), found.get(entry) ?? Infinity))
  }
  return found
}

/** Entries with widgets on the page. */
export function shownEntries(page: PageResults): Set<Entry> {
  return new Set([...page.shown.keys()].flatMap((widgetId) => entryOf(page, widgetId) ?? []))
}

export function isShown(page: PageResults, entry: Entry): boolean {
  return [...page.shown.keys()].some((widgetId) => page.keys.get(widgetId) === entry.key)
}

/** Entries with widgets in or near the viewport first, then in grid order. */
export function byNearness(page: PageResults, entries: readonly Entry[]): Entry[] {
  // measuring widgets forces a layout of the page: not for every line of a response
  if (entries.length < 2) return [...entries]
  const near = distances(page)
  const places = new Map<string, number>()
  for (const [place, { widgetId }] of page.wanted.entries()) {
    const key = page.keys.get(widgetId)
    if (key !== undefined && !places.has(key)) places.set(key, place)
  }
  const far = (entry: Entry) => near.get(entry) ?? Infinity
  const place = (entry: Entry) => places.get(entry.key) ?? Infinity
  // infinity minus infinity is NaN
  const order = (a: number, b: number) => (a === b ? 0 : a - b)
  return entries.toSorted((a, b) => order(far(a), far(b)) || order(place(a), place(b)))
}

/** Notifies the widgets of changes. */
export function publish(page: PageResults): void {
  const states = new Map<number, WidgetState>()
  let isSame = page.wanted.length === page.states.size
  for (const { widgetId } of page.wanted) {
    const before = page.states.get(widgetId)
    const state = stateOf(page, widgetId)
    const isKept = before !== undefined && isEqual(before, state)
    states.set(widgetId, isKept ? before : state)
    isSame &&= isKept
  }
  if (isSame) return
  page.states = states
  for (const listener of page.listeners) listener()
}

function stateOf(page: PageResults, widgetId: number): WidgetState {
  const entry = entryOf(page, widgetId)
  if (entry === undefined) return nothingYet
  const { work, status, error, startedAt } = entry
  if (entry.result !== null || error !== null) page.previous.delete(widgetId)
  const result = entry.result ?? page.previous.get(widgetId) ?? null
  return {
    result,
    isRefreshing: work !== null && work.kind !== 'told',
    startedAt: work === null ? null : startedAt,
    status,
    error,
    updatedAt: result?.retrieved_at ?? null,
  }
}

function isEqual(a: WidgetState, b: WidgetState): boolean {
  return (
    a.result === b.result &&
    a.isRefreshing === b.isRefreshing &&
    a.startedAt === b.startedAt &&
    a.status === b.status &&
    a.error === b.error
  )
}
