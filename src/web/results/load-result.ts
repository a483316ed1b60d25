import { t } from '#shared/messages/translate.ts'
import type { ColumnFacts } from '#shared/results/column-facts.ts'
import { filterKind } from '#shared/results/filters.ts'
import { getResult } from '#shared/results/results-api.ts'
import { getColumnFacts, getJobRows, getResultRows } from '#shared/results/row-windows-api.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { ApiError } from '#web/api/api-error.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { isHead, type LoadedResult, readResult, readRows } from './read-result.ts'
import type { ReadWindow, WindowRequest } from './row-source.ts'

/** Larger results are parsed off the main thread, so that the page stays responsive (docs/reference/promises.md#p9). */
const largeBytes = 1_000_000

/**
 * Loads a stored result. Of a large one only the head, unless its columns request filters, which need all values.
 * Throws ApiError like every call.
 */
export async function loadResult(id: number, signal: AbortSignal): Promise<LoadedResult> {
  const result = await readStored(id, { large: 'head' }, signal)
  const hasFilters = result.data.columns.some(({ name }) => filterKind(name) !== undefined)
  return isHead(result) && hasFilters ? loadWholeResult(id, signal) : result
}

/** Loads a stored result of any size with all its rows. */
export function loadWholeResult(id: number, signal: AbortSignal): Promise<LoadedResult> {
  return readStored(id, {}, signal)
}

async function readStored(id: number, query: { large?: 'head' }, signal: AbortSignal): Promise<LoadedResult> {
  const params = { id_and_format: String(id) }
  const response = await reach(buildAddress(getResult.path, params, query), signal)
  if (!response.ok) {
    // refused: the usual call restores the session and creates the error message
    await response.body?.cancel()
    return readResult(JSON.stringify(await call(getResult, { params, query, signal })))
  }
  const content = await orOffline(response.blob(), signal)
  if (content.size <= largeBytes) return readResult(await content.text())
  const { readLargeResult } = await import('./read-large-result.ts')
  return readLargeResult(content, signal)
}

/** Some typed rows of a stored result, and their total; fewer than requested if rows are large. */
export async function loadRows(
  id: number,
  query: WindowRequest,
  signal: AbortSignal,
): ReturnType<ReadWindow> {
  const response = await reach(buildAddress(getResultRows.path, { id }, query), signal)
  if (response.ok) {
    const text = await orOffline(response.text(), signal)
    return { ...readRows(text), length: text.length }
  }
  // refused: the usual call restores the session and creates the error message
  await response.body?.cancel()
  const text = JSON.stringify(await call(getResultRows, { params: { id }, query: { ...query }, signal }))
  return { ...readRows(text), length: text.length }
}

/** What a column of a stored result holds. */
export function loadFacts(
  id: number,
  column: string,
  type: string | null,
  signal: AbortSignal,
): Promise<ColumnFacts> {
  return call(getColumnFacts, {
    params: { id },
    query: type === null ? { column } : { column, type },
    signal,
  })
}

/** The first rows stored by a run so far, or those of a stored result. */
export async function loadFirstRows(
  of: { jobId: string } | { resultId: number },
  count: number,
  signal: AbortSignal,
): Promise<TypedResult> {
  const query = { from: 0, count }
  const address =
    'jobId' in of
      ? buildAddress(getJobRows.path, { id: of.jobId }, query)
      : buildAddress(getResultRows.path, { id: of.resultId }, query)
  const response = await reach(address, signal)
  if (!response.ok) throw new ApiError(response.status, null, t('There are no rows yet.'), null)
  return readRows(await response.text())
}

function reach(address: string, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json' }
  return orOffline(fetch(address, { credentials: 'same-origin', headers, signal }), signal)
}

/** Separates "the server is unreachable" from "the caller cancelled". */
async function orOffline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'offline', t('Sextant cannot be reached.'), null)
  }
}
