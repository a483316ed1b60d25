import { parameterValues } from '#shared/parameters/stored-parameters.ts'
import type { ReadHeld, StoredLine } from './dashboard-runner.ts'
import { fail, insist, lacksValues, messageOf, queue } from './entry-work.ts'
import { hold, look, lookSoon } from './held-results.ts'
import { byNearness, type Entry, type PageResults } from './page-results.ts'

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
