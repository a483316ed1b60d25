import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import { ask } from './ask-stored.ts'
import type { DashboardRunner, RunTarget } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { pump, queue, stop } from './entry-work.ts'
import { look, lookSoon } from './held-results.ts'
import {
  type Entry,
  entryOf,
  keyOf,
  newEntry,
  nothingYet,
  type Pace,
  type PageResults,
  publish,
  type WidgetState,
} from './page-results.ts'

export interface ResultsStore {
  open(): void
  /** ends all waiting; what runs, runs on */
  close(): void
  want(widgets: readonly RunTarget[], options: { loadsAll: boolean }): void
  subscribe(listener: () => void): () => void
  of(widgetId: number): WidgetState
  /** of all widgets that are wanted: another map when one of them changes */
  all(): ReadonlyMap<number, WidgetState>
  /** the parameters of its query with the values of now; none for widgets that are not wanted */
  parametersOf(widgetId: number): readonly StoredParameter[]
  /** runs the queries of these widgets, or of all, whatever is stored */
  refresh(widgetIds?: readonly number[]): void
  /** repeats what failed */
  retry(widgetId: number): void
  /** a mounted widget tells how far it is from the viewport (pixels, 0: in it); answers how to take that back */
  show(widgetId: number, distance: () => number): () => void
}

/** Pictures of the page that is not seen do not come: what it shows is then a fifth of a second late. */
const pageFrames: Pace = {
  soon(act) {
    const once = () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      act()
    }
    const frame = requestAnimationFrame(once)
    const timer = setTimeout(once, 200)
  },
  now: () => performance.now(),
}

/**
 * The results of the widgets of a page (docs/reference/promises.md#p7): stored ones in one request and read when they
 * are near, only missing ones run, equal ones once.
 */
export function createResultsStore(runner: () => DashboardRunner, pace = pageFrames): ResultsStore {
  const page: PageResults = {
    runner,
    pace,
    isOpen: false,
    abort: new AbortController(),
    loadsAll: false,
    entries: new Map(),
    held: new Set(),
    isLooking: false,
    wanted: [],
    keys: new Map(),
    previous: new Map(),
    shown: new Map(),
    looks: 0,
    states: new Map(),
    listeners: new Set(),
  }
  return {
    open() {
      page.isOpen = true
      page.abort = new AbortController()
    },
    close: () => close(page),
    want: (widgets, { loadsAll }) => want(page, widgets, loadsAll),
    subscribe(listener) {
      page.listeners.add(listener)
      return () => page.listeners.delete(listener)
    },
    of: (widgetId) => page.states.get(widgetId) ?? nothingYet,
    all: () => page.states,
    parametersOf: (widgetId) => page.wanted.find((one) => one.widgetId === widgetId)?.parameters ?? [],
    refresh: (widgetIds) => refresh(page, widgetIds ?? page.wanted.map((one) => one.widgetId)),
    retry(widgetId) {
      const entry = entryOf(page, widgetId)
      if (entry !== undefined && entry.work === null) repeat(page, entry)
    },
    show: (widgetId, distance) => show(page, widgetId, distance),
  }
}

function close(page: PageResults): void {
  page.isOpen = false
  page.abort.abort()
  for (const entry of page.entries.values()) {
    stop(entry)
    if (entry.result === null) page.entries.delete(entry.key)
  }
}

function want(page: PageResults, widgets: readonly RunTarget[], loadsAll: boolean): void {
  page.wanted = widgets
  page.loadsAll = loadsAll
  const unknown: Entry[] = []
  for (const target of widgets) {
    const key = keyOf(target)
    const before = page.keys.get(target.widgetId)
    if (before !== undefined && before !== key) keepPicture(page, target.widgetId)
    page.keys.set(target.widgetId, key)
    let entry = page.entries.get(key)
    if (entry === undefined) {
      entry = newEntry(key, target)
      page.entries.set(key, entry)
      if (before === undefined || before === key) {
        entry.work = { kind: 'asked' }
        unknown.push(entry)
      }
    }
    // other values are run, whatever is stored (docs/reference/stored-parameters.md#parameter-mappings)
    if (before !== undefined && before !== key) queue(entry, 0)
  }
  forget(page)
  if (unknown.length > 0) void ask(page, unknown)
  look(page)
}

function keepPicture(page: PageResults, widgetId: number): void {
  const shown = page.states.get(widgetId)?.result
  if (shown !== undefined && shown !== null) page.previous.set(widgetId, shown)
}

/** Ends the waiting for what no widget wants any more. Results stay for a while: a tab may be opened again. */
function forget(page: PageResults): void {
  const wanted = new Set(page.wanted.map(({ widgetId }) => page.keys.get(widgetId)))
  for (const entry of page.entries.values()) {
    if (wanted.has(entry.key)) continue
    stop(entry)
    if (entry.result === null) page.entries.delete(entry.key)
  }
  dropSurplus(page)
}

function refresh(page: PageResults, widgetIds: readonly number[]): void {
  for (const widgetId of widgetIds) {
    const entry = entryOf(page, widgetId)
    if (entry !== undefined) queue(entry, 0)
  }
  pump(page)
  publish(page)
}

function repeat(page: PageResults, entry: Entry): void {
  const { failed } = entry
  if (failed?.kind === 'running') queue(entry, failed.maxAge)
  else {
    entry.error = null
    entry.work = failed?.kind === 'reading' ? { kind: 'told' } : { kind: 'asked' }
    if (entry.work.kind === 'asked') void ask(page, [entry])
  }
  pump(page)
  publish(page)
}

function show(page: PageResults, widgetId: number, distance: () => number): () => void {
  const see = () => {
    const entry = entryOf(page, widgetId)
    if (entry !== undefined) entry.seen = ++page.looks
  }
  page.shown.set(widgetId, distance)
  see()
  pump(page)
  publish(page)
  lookSoon(page)
  return () => {
    see()
    if (page.shown.get(widgetId) === distance) page.shown.delete(widgetId)
  }
}
