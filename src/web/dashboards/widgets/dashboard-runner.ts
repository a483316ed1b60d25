import type { WidgetsWanted } from '#shared/dashboards/dashboard-results-api.ts'
import type { StoredParameter } from '#shared/queries/detect-parameters.ts'
import type { JobStatus } from '#shared/results/job.ts'
import type { DropdownSource } from '#web/parameters/dropdown-source.ts'
import type { LoadedResult } from '#web/results/read-result.ts'

/** A widget with a visualization, and the parameters that its query's text has, with the values they are run with. */
export interface RunTarget {
  widgetId: number
  queryId: number
  parameters: readonly StoredParameter[]
}

/** A result that has come as text. Reading it takes time, a large one's beside the page; throws or rejects what is none. */
export type ReadHeld = (signal: AbortSignal) => LoadedResult | Promise<LoadedResult>

/** A line of the stored results (`DashboardResultLine`), its result unread: see `readResultLines`. */
export type StoredLine = { widget_ids: readonly number[] } & (
  | { read: ReadHeld }
  | { query_result_id: number }
  | { missing: true }
  | { error: { code: string; message: string } }
)

/** How the widgets of a dashboard get their results: by session, or by the token of a public link. */
export interface DashboardRunner {
  /** what is stored, in one request; lines come as they arrive. Rejects with ApiError. */
  readStored(
    wanted: WidgetsWanted['widgets'],
    onLine: (line: StoredLine) => void,
    signal: AbortSignal,
  ): Promise<void>
  /**
   * A stored result that was told by its id; of a large one perhaps only the head. `of` is for those who may not read
   * results by id: they ask for it as for a run of any age.
   */
  loadResult(resultId: number, signal: AbortSignal, of: RunTarget): Promise<LoadedResult>
  /** Runs the query. Aborting ends the waiting, never the work. Rejects with an Error whose message is for people. */
  execute(
    target: RunTarget,
    run: { parameters: Record<string, unknown>; max_age: number },
    signal: AbortSignal,
    onStatus: (status: JobStatus) => void,
  ): Promise<LoadedResult>
  /** options of query-based dropdowns among the parameters of the widget's query */
  dropdowns(of: { widgetId: number; queryId: number }): DropdownSource
}
