/** Settings of one process after validation: closed, complete, never checked again. Read by `readConfig`. */
export interface Config {
  /** of package.json */
  version: string
  port: number
  host: string
  dataDir: string
  /** null: the embedded PostgreSQL */
  databaseUrl: string | null
  /** null: generated into the data folder */
  secretKey: string | null
  /** public address without a trailing slash; null: taken from the request */
  publicUrl: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** worker processes of `sextant start`, and runs at once in each */
  workers: number
  workerConcurrency: number
  /** time that running requests and queries get when a process is told to stop */
  stopGraceSeconds: number
  /** hops of X-Forwarded-For to trust */
  trustedProxies: number
  /** limits of a run where the data source sets none */
  maxRows: number
  maxBytes: number
  maxSeconds: number
  maxRuns: number
  /** memory cap of SQLite and DuckDB processes, in MB */
  engineMemoryMb: number
  /** folders in which SQLite and DuckDB files may lie */
  fileFolders: readonly string[]
  /** host names and networks that URL sources may reach although they are private */
  allowedPrivateHosts: readonly string[]
  loginsPerHour: number
  sessionSeconds: number
  rememberSeconds: number
  resultCleanupDays: number
  resultCleanupCount: number
  schemaRefreshMinutes: number
  queryRefreshIntervals: readonly number[]
  dashboardRefreshIntervals: readonly number[]
  pageSize: number
  pageSizeOptions: readonly number[]
  tableCellMaxJsonSize: number
  autoPublishNamedQueries: boolean
}
