import { parameterValues } from '#shared/queries/stored-parameters.ts'
import { connectionMessage, executionRefusal, retryWaits } from '#shared/results/execution-step.ts'
import { ApiError } from '#web/api/api-error.ts'
import { pause } from '#web/results/follow-execution.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import type { StoredLine } from './dashboard-runner.ts'
import { dropSurplus } from './drop-surplus.ts'
import { byNearness, type Entry, isShown, type PageResults, publish, type Work } from './page-results.ts'

/** Runs at once, of a page. */
export const mostRuns = 4
/** Reads of stored results at once: runs and reads together stay below what browsers open to one server. */
export const mostReads = 2
/** Widgets of one request. */
const mostAsked = 1000

export function stop(entry: Entry): void {
  const { work } = entry
  entry.work = null
  entry.status = null
  if (work?.kind === 'reading' || work?.kind === 'running') work.abort.abort()
}

/** A run that goes on already is as new as anybody could wish. */
export function queue(entry: Entry, maxAge: number): void {
  const { work } = entry
  if (work?.kind === 'running') return
  if (work?.kind === 'queued') {
    if (maxAge === 0) work.maxAge = 0
    return
  }
  stop(entry)
  entry.work = { kind: 'queued', maxAge }
  entry.startedAt = Date.now()
  entry.error = null
}

export async function ask(page: PageResults, entries: readonly Entry[]): Promise<void> {
  const { signal } = page.abort
  const ordered = byNearness(page, entries)
  for (let first = 0; first < ordered.length; first += mostAsked) {
    await askFor(page, ordered.slice(first, first + mostAsked), signal)
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
    // not a word about them: the run will tell
    for (const entry of left()) queue(entry, -1)
  } catch (error) {
    if (signal.aborted) return
    for (const entry of left()) fail(entry, messageOf(error))
  }
  pump(page)
  publish(page)
}

/** A server that cannot be reached is asked again after a while (part 1 section 9). */
async function insist<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      signal.throwIfAborted()
      const waitMs = isUnreachable(error) ? retryWaits[failures] : undefined
      if (waitMs === undefined) throw error
      await pause(waitMs, signal)
    }
  }
}

function take(page: PageResults, byWidget: ReadonlyMap<number, Entry>, line: StoredLine): void {
  for (const widgetId of line.widget_ids) {
    const entry = byWidget.get(widgetId)
    if (entry === undefined || page.entries.get(entry.key) !== entry) continue
    if ('result' in line) {
      // somebody may have asked for a new one meanwhile: this one is shown until then
      if (entry.result === null) accept(entry, line.result)
      if (entry.work?.kind === 'asked') entry.work = null
    } else if (entry.work?.kind === 'asked') takeWord(entry, line)
  }
  dropSurplus(page)
  pump(page)
  publish(page)
}

function takeWord(entry: Entry, line: Exclude<StoredLine, { result: LoadedResult }>): void {
  if ('query_result_id' in line) {
    entry.resultId = line.query_result_id
    entry.work = { kind: 'told' }
  } else if ('missing' in line || isListUnread(entry, line.error)) queue(entry, -1)
  else fail(entry, line.error.message)
}

/** The list of a dropdown may never have been read for these values: a run sees to that. */
function isListUnread({ target: { parameters } }: Entry, error: { code: string }): boolean {
  return error.code === 'execution.invalid_parameters' && parameters.some(({ type }) => type === 'query')
}

function accept(entry: Entry, result: LoadedResult): void {
  entry.result = result
  entry.resultId = result.id
  entry.error = null
}

function fail(entry: Entry, message: string): void {
  entry.failed = entry.work
  entry.error = message
  entry.work = null
  entry.status = null
}

/** Starts what may start: the nearest first. */
export function pump(page: PageResults): void {
  if (!page.isOpen) return
  const all = [...page.entries.values()]
  const of = (kind: Work['kind']) => all.filter(({ work }) => work?.kind === kind)
  const freeRuns = mostRuns - of('running').length
  for (const entry of byNearness(page, of('queued')).slice(0, Math.max(0, freeRuns))) run(page, entry)
  const readable = of('told').filter((entry) => page.loadsAll || isShown(page, entry))
  const freeReads = mostReads - of('reading').length
  for (const entry of byNearness(page, readable).slice(0, Math.max(0, freeReads))) read(page, entry)
}

function run(page: PageResults, entry: Entry): void {
  const { work, target } = entry
  if (work?.kind !== 'queued') return
  const abort = new AbortController()
  const running: Work = { kind: 'running', maxAge: work.maxAge, abort }
  entry.work = running
  const request = { parameters: parameterValues(target.parameters), max_age: work.maxAge }
  const result = page.runner().execute(target, request, abort.signal, (status) => {
    if (entry.work !== running) return
    entry.status = status
    publish(page)
  })
  void settle(page, entry, running, result)
}

function read(page: PageResults, entry: Entry): void {
  const { resultId, target } = entry
  if (resultId === null) return
  const abort = new AbortController()
  const reading: Work = { kind: 'reading', abort }
  entry.work = reading
  entry.startedAt = null
  const load = () => page.runner().loadResult(resultId, abort.signal, target)
  void settle(page, entry, reading, insist(load, abort.signal))
}

async function settle(
  page: PageResults,
  entry: Entry,
  work: Work,
  result: Promise<LoadedResult>,
): Promise<void> {
  try {
    const loaded = await result
    if (entry.work !== work) return
    accept(entry, loaded)
    entry.work = null
    entry.status = null
  } catch (error) {
    if (entry.work !== work) return
    // stored results are cleared away in time
    if (work.kind === 'reading' && error instanceof ApiError && error.status === 404) queue(entry, -1)
    else fail(entry, messageOf(error))
  }
  dropSurplus(page)
  pump(page)
  publish(page)
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || (error.status >= 502 && error.status <= 504)
}

/** Words for people, whatever was thrown (part 1 section 8). */
function messageOf(error: unknown): string {
  if (isUnreachable(error)) return connectionMessage
  if (error instanceof ApiError && error.status !== 404) return executionRefusal(error.status, error.body)
  return error instanceof Error ? error.message : String(error)
}
