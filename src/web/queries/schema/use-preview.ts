import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataSource } from '#shared/data-sources/data-sources-api.ts'
import { previewText } from '#shared/queries/preview-text.ts'
import { isRunning } from '#shared/results/execution-step.ts'
import { executeText } from '#shared/results/results-api.ts'
import { call } from '#web/api/call.ts'
import { followExecution } from '#web/results/execution-driver.ts'
import type { LoadedResult } from '#web/results/read-result.ts'
import { sessionCalls } from '#web/results/session-calls.ts'
import { previewRows } from '#web/schema-browser/schema-acts.ts'
import { namesOf } from '../../editor/editor-language.ts'
import { quoteName } from '../../editor/quote-name.ts'

/** The properties of a data source that reading its tables needs. */
export type ReadSource = Pick<DataSource, 'id' | 'syntax' | 'sql_style'>

/** Rows read so lately are shown again. */
const freshFor = 5 * 60_000

/** The first rows of a table, as a run of its own: neither the query nor its result knows of it. */
export function usePreview(
  source: ReadSource,
  table: string,
  isWanted: boolean,
): UseQueryResult<LoadedResult> {
  const text = previewText(quoteName(table, namesOf(source)), previewRows, source.sql_style?.dialect)
  return useQuery({
    queryKey: ['table-preview', source.id, text],
    queryFn: ({ signal }) => readRows(source.id, text, signal),
    enabled: isWanted,
    staleTime: freshFor,
    gcTime: freshFor,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Cancels the run when the preview is closed. */
async function readRows(sourceId: number, text: string, signal: AbortSignal): Promise<LoadedResult> {
  let running: string | null = null
  signal.addEventListener('abort', () => {
    if (running !== null) sessionCalls.cancel?.(running, false).catch(() => undefined)
  })
  return followExecution(
    {
      ...sessionCalls,
      send: () =>
        call(executeText, {
          body: {
            ...{ query: text, data_source_id: sourceId, parameters: {}, max_age: 0 },
            ...{ apply_auto_limit: false, keep_in_history: false, large: 'head' },
          },
          signal,
        }),
    },
    signal,
    (state) => {
      running = isRunning(state) ? state.jobId : null
    },
  )
}
