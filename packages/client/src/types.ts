export interface Column {
  name: string
  friendly_name: string
  /** `integer`, `float`, `boolean`, `string`, `datetime`, `date`; null if the data source does not say */
  type: string | null
}

export type Row = Record<string, unknown>
export type Parameters = Record<string, unknown>

export interface QueryResult<R = Row> {
  id: number
  columns: Column[]
  rows: R[]
  /** the data source had more rows than the server stores */
  truncated: boolean
  /** when the data source answered, ISO 8601 */
  retrieved_at: string
  /** seconds that the data source took */
  runtime: number
}

export interface SavedQueryOptions {
  parameters?: Parameters
  /** A stored result may be this old, in seconds. 0 always runs the query; -1 takes any stored result. Default: 0. */
  maxAge?: number
  /** Cancels the run when it is aborted. */
  signal?: AbortSignal
}

export interface QueryOptions extends SavedQueryOptions {
  /** The id or the name of the data source. */
  dataSource: number | string
}
