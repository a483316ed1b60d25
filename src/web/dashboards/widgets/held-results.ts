import type { LoadedResult } from '#web/results/read-result.ts'
import type { ReadHeld } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { accept, fail, messageOf, pump } from './entry-work.ts'
import { type Entry, type PageResults, publish, shownEntries } from './page-results.ts'

/** Maximum time to parse results before the page may draw. */
const turnMs = 12

/** Keeps a result unparsed until one of its widgets is near the viewport. */
export function hold(page: PageResults, entry: Entry, read: ReadHeld): void {
  entry.held = read
  page.held.add(entry)
}

/** Schedules one look at all results that arrive before the next frame. */
export function lookSoon(page: PageResults): void {
  if (page.isLooking) return
  page.isLooking = true
  page.pace.soon(() => {
    page.isLooking = false
    look(page)
  })
}

/**
 * Parses results near the viewport, starts possible work and notifies the widgets. What exceeds the time limit is done
 * later.
 */
export function look(page: PageResults): void {
  if (!page.isOpen) return
  const isDone = readNear(page)
  dropSurplus(page)
  pump(page)
  publish(page)
  if (!isDone) lookSoon(page)
}

/** In order of arrival, which is request order: nearest first. False: time ran out. */
function readNear(page: PageResults): boolean {
  const until = page.pace.now() + turnMs
  const shown = shownEntries(page)
  // some were run, or are no longer wanted
  const held = [...page.held].filter((entry) => entry.held !== null && page.entries.get(entry.key) === entry)
  page.held = new Set(held)
  const near = held.filter((entry) => shown.has(entry))
  for (const entry of page.loadsAll ? new Set([...near, ...held]) : near) {
    if (page.pace.now() > until) return false
    page.held.delete(entry)
    readHeld(page, entry)
  }
  return true
}

function readHeld(page: PageResults, entry: Entry): void {
  const { held } = entry
  entry.held = null
  if (held === null || entry.result !== null) return
  try {
    const result = held(page.abort.signal)
    if (result instanceof Promise) void settle(page, entry, result)
    else show(entry, result)
  } catch (error) {
    giveUp(entry, error)
  }
}

/** Large results are parsed in a worker. */
async function settle(page: PageResults, entry: Entry, reading: Promise<LoadedResult>): Promise<void> {
  try {
    const result = await reading
    if (entry.result === null) show(entry, result)
  } catch (error) {
    giveUp(entry, error)
  }
  look(page)
}

/** A run requested in the meantime continues. */
function show(entry: Entry, result: LoadedResult): void {
  accept(entry, result)
  if (entry.work?.kind === 'told') entry.work = null
}

function giveUp(entry: Entry, error: unknown): void {
  if (entry.work?.kind === 'told') fail(entry, messageOf(error))
}
