import { parseResultText } from '#shared/results/parse-result.ts'
import { getResult, type QueryResult } from '#shared/results/results-api.ts'
import { type TypedResult, typeResult } from '#shared/results/typed-result.ts'
import { ApiError } from '#web/api/api-error.ts'
import { buildAddress, call } from '#web/api/call.ts'

/** A stored result as the pages use it. */
export interface LoadedResult {
  id: number
  /** typed, not filtered */
  data: TypedResult
  log: readonly string[]
  truncated: boolean
  metadata: Readonly<Record<string, unknown>>
  /** seconds */
  runtime: number
  retrieved_at: string
}

/** Reads a stored result without losing digits. Throws ApiError like every call. */
export async function loadResult(id: number, signal: AbortSignal): Promise<LoadedResult> {
  const params = { id_and_format: String(id) }
  const response = await reach(buildAddress(getResult.path, params), signal)
  if (!response.ok) {
    // refused: the usual way of calling restores a session and words the refusal
    await response.body?.cancel()
    return readResult(JSON.stringify(await call(getResult, { params, signal })))
  }
  return readResult(await response.text())
}

async function reach(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'offline', 'Sextant cannot be reached.', null)
  }
}

export function readResult(text: string): LoadedResult {
  const { value, exactNames } = parseResultText(text)
  const { query_result: result } = value as { query_result: QueryResult }
  const { columns, rows, log, truncated, metadata } = result.data
  return {
    id: result.id,
    data: typeResult({ columns, rows }, exactNames),
    log: log ?? [],
    truncated: truncated === true,
    metadata: metadata ?? {},
    runtime: result.runtime,
    retrieved_at: result.retrieved_at,
  }
}
