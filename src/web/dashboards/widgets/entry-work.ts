import { missingValuesMessage } from '#shared/parameters/missing-values.ts'
import { parameterValues } from '#shared/parameters/stored-parameters.ts'
import { connectionMessage, retryWaits } from '#shared/results/execution-step.ts'
import { executionRefusal } from '#shared/results/read-job.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { dropSurplus } from './drop-surplus.ts'
import { byNearness, type Entry, isShown, type PageResults, publish, type Work } from './page-results.ts'

/** Maximum concurrent runs per page. */
export const maxRuns = 4
/**
 * Maximum concurrent reads of stored results: runs and reads together stay below the browser's connection limit per
 * server.
 */
export const maxReads = 2

export function stop(entry: Entry): void {
  const { work } = entry
  entry.work = null
  entry.status = null
  if (work?.kind === 'reading' || work?.kind === 'running') work.abort.abort()
}

/** A run already under way is fresh enough. */
export function queue(entry: Entry, maxAge: number): void {
  const { work } = entry
  if (work?.kind === 'running' || lacksValues(entry)) return
  if (work?.kind === 'queued') {
    if (maxAge === 0) work.maxAge = 0
    return
  }
  stop(entry)
  entry.work = { kind: 'queued', maxAge }
  entry.startedAt = Date.now()
  entry.error = null
}

/**
 * Reports missing values instead of running: the server's message would be less clear
 * (docs/reference/stored-parameters.md#missing-values).
 */
export function lacksValues(entry: Entry): boolean {
  const message = missingValuesMessage(entry.target.parameters)
  if (message === null) return false
  stop(entry)
  fail(entry, message)
  return true
}

/** Retries an unreachable server after a delay (docs/reference/screens.md#polling). */
export async function insist<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Rejects with the signal's reason if it aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const leave = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', leave, { once: true })
  })
}

export function accept(entry: Entry, result: LoadedResult): void {
  entry.result = result
  entry.held = null
  entry.resultId = result.id
  entry.error = null
}

export function fail(entry: Entry, message: string): void {
  entry.failed = entry.work
  entry.error = message
  entry.work = null
  entry.status = null
}

/** Starts the work that may start, nearest first. */
export function pump(page: PageResults): void {
  if (!page.isOpen) return
  const all = [...page.entries.values()]
  const of = (kind: Work['kind']) => all.filter(({ work }) => work?.kind === kind)
  const freeRuns = maxRuns - of('running').length
  for (const entry of byNearness(page, of('queued')).slice(0, Math.max(0, freeRuns))) run(page, entry)
  const byId = of('told').filter(({ resultId }) => resultId !== null)
  const readable = byId.filter((entry) => page.loadsAll || isShown(page, entry))
  const freeReads = maxReads - of('reading').length
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
    // old stored results are deleted eventually
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

/** A message for users, whatever was thrown (docs/reference/screens.md#result-errors). */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return connectionMessage
  if (error instanceof ApiError && error.status !== 404) return executionRefusal(error.status, error.body)
  return error instanceof Error ? error.message : String(error)
}
