import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { DashboardRunner, RunTarget } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { pump, queue, stop } from './entry-work.ts'
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
import { ask, look, lookSoon } from './stored-results.ts'

export interface ResultsStore {
  open(): void
  /** ends all waiting; runs continue */
  close(): void
  want(widgets: readonly RunTarget[], options: { loadsAll: boolean }): void
  subscribe(listener: () => void): () => void
  of(widgetId: number): WidgetState
  /** states of all wanted widgets: a new map when one changes */
  all(): ReadonlyMap<number, WidgetState>
  /** the parameters of its query with current values; empty for widgets that are not wanted */
  parametersOf(widgetId: number): readonly StoredParameter[]
  /** runs the queries of these widgets, or of all, ignoring stored results */
  refresh(widgetIds?: readonly number[]): void
  /** retries failed work */
  retry(widgetId: number): void
  /** registers the distance of a mounted widget from the viewport (pixels, 0: in it); returns a function that unregisters */
  show(widgetId: number, distance: () => number): () => void
}

/** Hidden pages get no animation frames, so a timer of 200 ms backs them up. */
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
 * The results of the widgets of a page (docs/reference/promises.md#p7). Stored results come in one request and are
 * parsed when their widgets are near; only missing ones run, equal ones once.
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
    if (before !== undefined && before !== key) keepShownResult(page, target.widgetId)
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
    // changed values run even if a result is stored (docs/reference/stored-parameters.md#parameter-mappings)
    if (before !== undefined && before !== key) queue(entry, 0)
  }
  forget(page)
  if (unknown.length > 0) void ask(page, unknown)
  look(page)
}

function keepShownResult(page: PageResults, widgetId: number): void {
  const shown = page.states.get(widgetId)?.result
  if (shown !== undefined && shown !== null) page.previous.set(widgetId, shown)
}

/** Stops waiting for results that no widget wants any more. Results stay for a while: a tab may be reopened. */
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
