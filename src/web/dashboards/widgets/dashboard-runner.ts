import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import type { StoredParameter } from '#shared/parameters/detect-parameters.ts'
import type { JobStatus } from '#shared/results/job.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import type { LoadedResult } from '#web/results/read-result.ts'

/** A widget with a visualization, and the parameters in its query's text with the values for a run. */
export interface RunTarget {
  widgetId: number
  queryId: number
  parameters: readonly StoredParameter[]
}

/**
 * A result received as text. Parsing takes time, so large results are parsed in a worker. Throws or rejects if it is
 * not a valid result.
 */
export type ReadHeld = (signal: AbortSignal) => LoadedResult | Promise<LoadedResult>

/** A line of the stored results (`DashboardResultLine`), its result unparsed: see `readResultLines`. */
export type StoredLine = { widget_ids: readonly number[] } & (
  | { read: ReadHeld }
  | { query_result_id: number }
  | { missing: true }
  | { error: { code: string; message: string } }
)

/** How the widgets of a dashboard get their results: by session, or by the token of a public link. */
export interface DashboardRunner {
  /** reads stored results in one request and passes on lines as they arrive. Rejects with ApiError. */
  readStored(
    wanted: WidgetsWanted['widgets'],
    onLine: (line: StoredLine) => void,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * A stored result by its id; of a large one perhaps only the head. `of` is for visitors, who cannot read results
   * by id: they request it as a run of any age.
   */
  loadResult(resultId: number, signal: AbortSignal, of: RunTarget): Promise<LoadedResult>
  /** Runs the query. Aborting ends the waiting but never the run. Rejects with an Error whose message is for users. */
  execute(
    target: RunTarget,
    run: { parameters: Record<string, unknown>; max_age: number },
    signal: AbortSignal,
    onStatus: (status: JobStatus) => void,
  ): Promise<LoadedResult>
  /** options of query-based dropdowns among the parameters of the widget's query */
  dropdowns(of: { widgetId: number; queryId: number }): DropdownSource
}
