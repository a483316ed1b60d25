import { getJobRows, getResult, getResultRows } from '#shared/results/results-api.ts'
import type { TypedResult } from '#shared/results/typed-result.ts'
import { ApiError } from '#web/api/api-error.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { type LoadedResult, readResult, readRows } from './read-result.ts'

/** Above this a result is read beside the page, which stays live meanwhile (promise P9). */
const largeBytes = 1_000_000

/** Reads a stored result. Throws ApiError like every call. */
export async function loadResult(id: number, signal: AbortSignal): Promise<LoadedResult> {
  const params = { id_and_format: String(id) }
  const response = await reach(buildAddress(getResult.path, params), signal)
  if (!response.ok) {
    // refused: the usual way of calling restores a session and words the refusal
    await response.body?.cancel()
    return readResult(JSON.stringify(await call(getResult, { params, signal })))
  }
  const content = await orOffline(response.blob(), signal)
  if (content.size <= largeBytes) return readResult(await content.text())
  const { readLargeResult } = await import('./read-large-result.ts')
  return readLargeResult(content, signal)
}

/** The first rows of what a run has stored, or of a stored result. */
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
  if (!response.ok) throw new ApiError(response.status, null, 'There are no rows yet.', null)
  return readRows(await response.text())
}

function reach(address: string, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json' }
  return orOffline(fetch(address, { credentials: 'same-origin', headers, signal }), signal)
}

/** "Nobody answers" told apart from "the caller gave up". */
async function orOffline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'offline', 'Sextant cannot be reached.', null)
  }
}
