import { parameterValues } from '#shared/parameters/stored-parameters.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { ReadHeld, StoredLine } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { accept, fail, insist, lacksValues, messageOf, pump, queue } from './entry-work.ts'
import { byNearness, type Entry, type PageResults, publish, shownEntries } from './page-results.ts'

/** Maximum time to parse results before the page may draw. */
const turnMs = 12

/** Maximum widgets per request. */
const maxAsked = 1000

/** Requests the stored results of these entries, in one request. */
export async function ask(page: PageResults, entries: readonly Entry[]): Promise<void> {
  const { signal } = page.abort
  const ordered = byNearness(
    page,
    entries.filter((entry) => !lacksValues(entry)),
  )
  for (let first = 0; first < ordered.length; first += maxAsked) {
    await askFor(page, ordered.slice(first, first + maxAsked), signal)
  }
}

async function askFor(page: PageResults, entries: readonly Entry[], signal: AbortSignal): Promise<void> {
  const byWidget = new Map(entries.map((entry) => [entry.target.widgetId, entry]))
  const left = () => entries.filter(({ work }) => work?.kind === 'asked')
  const attempt = async () => {
    const wanted = left().map(({ target: { widgetId, parameters } }) => ({
      id: widgetId,
      parameters: parameterValues(parameters),
    }))
    if (wanted.length === 0) return
    await page.runner().readStored(wanted, (line) => take(page, byWidget, line), signal)
  }
  try {
    await insist(attempt, signal)
    // the response does not mention them: run them
    for (const entry of left()) queue(entry, -1)
  } catch (error) {
    if (signal.aborted) return
    for (const entry of left()) fail(entry, messageOf(error))
  }
  look(page)
}

function take(page: PageResults, byWidget: ReadonlyMap<number, Entry>, line: StoredLine): void {
  for (const widgetId of line.widget_ids) {
    const entry = byWidget.get(widgetId)
    if (entry === undefined || page.entries.get(entry.key) !== entry) continue
    if ('read' in line) {
      // a refresh may have been requested in the meantime: show this result until it ends
      if (entry.result === null) hold(page, entry, line.read)
      if (entry.work?.kind === 'asked') entry.work = { kind: 'told' }
    } else if (entry.work?.kind === 'asked') takeWord(entry, line)
  }
  lookSoon(page)
}

function takeWord(entry: Entry, line: Exclude<StoredLine, { read: ReadHeld }>): void {
  if ('query_result_id' in line) {
    entry.resultId = line.query_result_id
    entry.work = { kind: 'told' }
  } else if ('missing' in line || isListUnread(entry, line.error)) queue(entry, -1)
  else fail(entry, line.error.message)
}

/** The list of a dropdown may never have been read for these values: a run reads it. */
function isListUnread({ target: { parameters } }: Entry, error: { code: string }): boolean {
  return error.code === 'execution.invalid_parameters' && parameters.some(({ type }) => type === 'query')
}

/** Keeps a result unparsed until one of its widgets is near the viewport. */
function hold(page: PageResults, entry: Entry, read: ReadHeld): void {
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

/** A run that was requested in the meantime continues. */
function show(entry: Entry, result: LoadedResult): void {
  accept(entry, result)
  if (entry.work?.kind === 'told') entry.work = null
}

function giveUp(entry: Entry, error: unknown): void {
  if (entry.work?.kind === 'told') fail(entry, messageOf(error))
}
