import type { JobStatus } from '#shared/results/job.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { DashboardRunner, ReadHeld, RunTarget } from './dashboard-runner.ts'

/** What is being done for an entry. */
export type Work =
  /** part of the request for what is stored */
  | { kind: 'asked' }
  /** stored, held here or told by its id; read when one of its widgets is near the viewport */
  | { kind: 'told' }
  | { kind: 'reading'; abort: AbortController }
  /** waits for its turn to run */
  | { kind: 'queued'; maxAge: number }
  | { kind: 'running'; maxAge: number; abort: AbortController }

/** A query with certain values: one result for all widgets that show it. */
export interface Entry {
  key: string
  /** one of the widgets that want it, for all */
  target: RunTarget
  work: Work | null
  status: JobStatus | null
  result: LoadedResult | null
  /** what is stored, not read yet */
  held: ReadHeld | null
  /** of the newest stored result that is known */
  resultId: number | null
  error: string | null
  /** what failed last */
  failed: Work | null
  /** when the run was asked for; milliseconds */
  startedAt: number | null
  /** the larger, the later it was seen */
  seen: number
}

/** What a widget shows of its result. */
export interface WidgetState {
  /** stays while another one is being made */
  result: LoadedResult | null
  /** a run or a read is under way, or waits for its turn */
  isRefreshing: boolean
  /** when the run was asked for, milliseconds; null: nothing runs, what is stored is being read */
  startedAt: number | null
  /** of the run, once the server has taken it */
  status: JobStatus | null
  /** why the last run or read failed */
  error: string | null
  /** when the data of `result` were made */
  updatedAt: string | null
}

/** When the page draws, and what time it is. */
export interface Pace {
  /** calls it once, before the page is drawn the next time */
  soon(act: () => void): void
  /** milliseconds */
  now(): number
}

/** All that a store knows. */
export interface PageResults {
  runner(): DashboardRunner
  pace: Pace
  isOpen: boolean
  /** ends requests for what is stored */
  abort: AbortController
  loadsAll: boolean
  entries: Map<string, Entry>
  /** those whose result is held, in the order in which they came */
  held: Set<Entry>
  /** `look` is planned */
  isLooking: boolean
  /** the widgets of now, in the order of the grid */
  wanted: readonly RunTarget[]
  /** of every widget that was ever wanted */
  keys: Map<number, string>
  /** what widgets showed before their values changed, until the new result is there */
  previous: Map<number, LoadedResult>
  /** mounted widgets: pixels to the viewport */
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

/** The same for the same query and values, whatever the order of their names. */
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

/** Those with widgets on the page. */
export function shownEntries(page: PageResults): Set<Entry> {
  return new Set([...page.shown.keys()].flatMap((widgetId) => entryOf(page, widgetId) ?? []))
}

export function isShown(page: PageResults, entry: Entry): boolean {
  return [...page.shown.keys()].some((widgetId) => page.keys.get(widgetId) === entry.key)
}

/** Those with widgets in or near the viewport first, then in the order of the grid. */
export function byNearness(page: PageResults, entries: readonly Entry[]): Entry[] {
  // asking where widgets are makes the browser lay out the page: not for every line of an answer
  if (entries.length < 2) return [...entries]
  const near = distances(page)
  const places = new Map<string, number>()
  for (const [place, { widgetId }] of page.wanted.entries()) {
    const key = page.keys.get(widgetId)
    if (key !== undefined && !places.has(key)) places.set(key, place)
  }
  const far = (entry: Entry) => near.get(entry) ?? Infinity
  const place = (entry: Entry) => places.get(entry.key) ?? Infinity
  // infinities do not subtract
  const order = (a: number, b: number) => (a === b ? 0 : a - b)
  return entries.toSorted((a, b) => order(far(a), far(b)) || order(place(a), place(b)))
}

/** Tells the widgets what has changed. */
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
