import type { LoadedResult } from '#web/results/read-result.ts'
import type { ReadHeld } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { accept, fail, messageOf, pump } from './entry-work.ts'
import { type Entry, type PageResults, publish, shownEntries } from './page-results.ts'

/** Results are read for no longer than this before the page may draw what is there. */
const turnMs = 12

/** Keeps a result as it came, until one of its widgets is near the viewport. */
export function hold(page: PageResults, entry: Entry, read: ReadHeld): void {
  entry.held = read
  page.held.add(entry)
}

/** Looks at what has come, once for all that comes until the page is drawn the next time. */
export function lookSoon(page: PageResults): void {
  if (page.isLooking) return
  page.isLooking = true
  page.pace.soon(() => {
    page.isLooking = false
    look(page)
  })
}

/** Reads what is near, begins what may begin, and tells the widgets. What there was no time for has its turn later. */
export function look(page: PageResults): void {
  if (!page.isOpen) return
  const isDone = readNear(page)
  dropSurplus(page)
  pump(page)
  publish(page)
  if (!isDone) lookSoon(page)
}

/** In the order in which they came, which is that of the request: the nearest first. False: the time was too short. */
function readNear(page: PageResults): boolean {
  const until = page.pace.now() + turnMs
  const shown = shownEntries(page)
  // some were run, or are wanted no longer
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

/** Large ones are read beside the page. */
async function settle(page: PageResults, entry: Entry, reading: Promise<LoadedResult>): Promise<void> {
  try {
    const result = await reading
    if (entry.result === null) show(entry, result)
  } catch (error) {
    giveUp(entry, error)
  }
  look(page)
}

/** A run that was asked for meanwhile goes on. */
function show(entry: Entry, result: LoadedResult): void {
  accept(entry, result)
  if (entry.work?.kind === 'told') entry.work = null
}

function giveUp(entry: Entry, error: unknown): void {
  if (entry.work?.kind === 'told') fail(entry, messageOf(error))
}
