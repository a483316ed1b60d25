import type { Duplex } from 'node:stream'
import type { ConfigurationSchema } from '#shared/config-form/configuration-schema.ts'
import type { SchemaColumn, SchemaTable, SqlStyle } from '#shared/data-sources/data-sources-api.ts'
import type { FileFormat, ReadingOptions } from '#shared/data-sources/files-api.ts'
import type { Phrase } from '#shared/messages/phrase.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { RunEstimate } from '#shared/results/run-estimate-api.ts'
import type { BindRules, BoundValue } from '#shared/sql/bound-value.ts'
import type { QueryReference } from '#shared/sql/query-references.ts'
import type { SqlDialect } from '#shared/sql/scan-sql.ts'

/**
 * Plug-in family 1: how Sextant reads one kind of data source. A connector only reads; counting, truncating, encoding
 * into chunks and storing are the sink's work. Drivers are loaded by dynamic `import()` inside `open`.
 */
export interface Connector {
  /** stored with every data source, so never renamed */
  type: string
  name: string
  /** not offered for new data sources; existing ones keep working */
  deprecated?: boolean
  /** language of the editor */
  syntax: 'sql' | 'yaml' | 'json' | 'custom'
  /** null: not SQL */
  sqlStyle: SqlStyle | null
  /** the schema that clients get; form, validation and masking are based on it */
  config: ConfigurationSchema
  /** null: the text is sent as it is and LIMIT 1000 is not offered */
  autoLimit: AutoLimitDialect | null
  /** how parameter values are bound; null: the text is not SQL, and values are inserted into it */
  binds: BindRules | null
  /**
   * Whether `/* Username: … *\/` is put before the text, or what an option says about it. Without the id of the job, equal
   * queries have equal texts, for engines that remember results.
   */
  annotates: boolean | ((options: ConnectorOptions) => boolean | 'without job')
  /** `own-process`: sessions run in a restricted child process (docs/reference/promises.md#s5, docs/reference/promises.md#s6) */
  isolation: 'worker' | 'own-process'
  /** the package that reads the type; the operator installs it, because it needs a vendor's client (optional-package.ts) */
  needsPackage?: string
  /** the type connects to a host and a port, and does so through `host.tunnel` if there is one */
  tunnels?: true
  /** the type sends HTTP alone, by `host.fetch` and `host.fetchServer`: both go through the proxy of the data source */
  speaksHttp?: true
  /**
   * The text reads other queries as tables (`ConnectorHost.queries`). Its schema differs between people, so it is not
   * cached.
   */
  readsQueries?: true
  /** People upload files to it. It reads them (`Session.readFile`), and their tables (`ConnectorHost.files`). */
  keepsFiles?: true
  /** Its databases, their tables and the columns of those are read on demand (`Session.levels`), as there may be too many. */
  readsLevels?: true
  /** its sessions tell what a text would read (`Session.estimate`) */
  estimates?: true
  /** for `keepsFiles`: there are tables elsewhere too, so the schema is read by a job and kept */
  hasTablesElsewhere?(options: ConnectorOptions): boolean
  /** checks that a schema cannot express; returns a message naming the option, or null */
  validate?(options: ConnectorOptions): Phrase | null
  open(options: ConnectorOptions, host: ConnectorHost, signal: AbortSignal): Promise<Session>
  /**
   * For data sources with jobs of their own, which outlive a connection: continues reading the job that an earlier
   * worker has begun; `backend` is what it gave to `host.reportBackend`. False: the job is gone, and nothing was passed
   * to the sink; the text is then run again. Such a job is ended by `killOrphan` only when its run has ended.
   */
  resume?(
    options: ConnectorOptions,
    host: ConnectorHost,
    backend: BackendReference,
    sink: Sink,
    signal: AbortSignal,
  ): Promise<boolean>
  /** ends a query left behind by a killed worker; `backend` is what `host.reportBackend` was given */
  killOrphan?(options: ConnectorOptions, host: ConnectorHost, backend: BackendReference): Promise<void>
}

/** How a dialect writes the row limit, which is added to the last statement if it reads without a limit. */
export interface AutoLimitDialect extends SqlDialect {
  /** `limit`: behind the statement; `top`: TOP behind SELECT (SQL Server); `fetch`: FETCH NEXT behind it (Oracle) */
  kind: 'limit' | 'top' | 'fetch'
}

/** Stored options, decrypted. Earlier releases may have stored unknown keys: read only the known ones. */
export type ConnectorOptions = Readonly<Record<string, unknown>>

export type BackendReference = Readonly<Record<string, string | number>>

/** What the worker lends to a connector. */
export interface ConnectorHost {
  /** folders in which file databases are allowed (setting SEXTANT_FILE_FOLDERS) */
  fileFolders: readonly string[]
  /** folder with packages that the operator has installed (setting SEXTANT_DRIVERS_FOLDER); absent: there is none */
  driversFolder?: string | null
  /** clouds for which data sources may use what this machine has (setting SEXTANT_MACHINE_CREDENTIALS); absent: none */
  machineCredentials?: readonly string[]
  /** HTTP through the outbound guard (docs/reference/promises.md#s4): resolves, checks, connects to the same address */
  fetch(url: string, init: OutboundRequest, signal: AbortSignal): Promise<Response>
  /**
   * HTTP to the data source's own server, whose address an admin chose: it may be private, but not the metadata service
   * of a cloud. Redirects are answered as they came.
   */
  fetchServer(url: string, init: ServerRequest, signal: AbortSignal): Promise<Response>
  /** stores which database session runs the query, for `killOrphan` */
  reportBackend(backend: BackendReference): void
  /** the user for whom the session works; null: a schedule without one. Absent: it is not known */
  actingUser?(): Promise<{ email: string; is_email_verified: boolean } | null>
  /** true: a schedule started the run; absent: a person did, or it is unknown */
  isScheduled?: boolean
  /** memory cap in MB of the restricted processes */
  engineMemoryMb: number
  /** the time limit of a run: also passed to the database, as a backstop for a worker that hangs or dies */
  maxSeconds?: number | undefined
  /** the SSH tunnel of the data source, which its sessions share; absent: they connect directly */
  tunnel?: Tunnel | undefined
  /** for `readsQueries`: the results of queries, with the rights of the person who runs the text */
  queries?: QueryLender
  /** for `keepsFiles`: the tables that were uploaded to the data source */
  files?: FileLender
  /** where engines may put what does not fit into their memory; absent: nowhere */
  spill?: { folder: string; megabytes: number }
}

export interface Tunnel {
  /** connects to an address that the SSH server reaches. Throws ConnectionFailed (`SSH tunnel: …`), or the signal's reason */
  connect(host: string, port: number, signal: AbortSignal): Promise<TunnelStream>
}

/** A connection through a tunnel, with what drivers expect of a socket; it is connected already. */
export interface TunnelStream extends Duplex {
  readonly bytesRead: number
  /** emits `connect` soon */
  connect(): this
  setNoDelay(): this
  setKeepAlive(): this
  setTimeout(): this
  ref(): this
  unref(): this
}

export interface QueryLender {
  /**
   * In the order of the references. Throws QueryFailed for a query that the person may not read, that fails or that
   * reads itself.
   */
  lend(wanted: readonly WantedQuery[], signal: AbortSignal): Promise<LentResult[]>
}

/** A query that a text names (src/shared/sql/query-references.ts), with the values it gives for `param`. */
export type WantedQuery = Pick<QueryReference, 'kind' | 'id'> & { values: Readonly<Record<string, unknown>> }

export interface LentResult {
  columns: readonly { name: string; type: ColumnType | null }[]
  row_count: number
  /** rows are missing, because a limit was reached */
  truncated: boolean
  /** as stored (src/shared/results/row-scanner.ts), each compressed with zstd */
  frames(): AsyncIterable<Uint8Array>
}

export interface FileLender {
  /** all of them, by name */
  tables(): Promise<LentFileTable[]>
}

export type LentFileTable = Omit<LentResult, 'truncated'> & { name: string }

/** An uploaded file, as it was sent. */
export interface SentFile {
  format: FileFormat
  options: ReadingOptions
  /** its parts in order, each compressed with zstd; may be requested again */
  frames(): AsyncIterable<Uint8Array>
}

export interface OutboundRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** verify the TLS certificate; default true */
  verify?: boolean
  /** the body is returned still compressed; its header Content-Encoding says how */
  keepsPacked?: boolean
}

export interface ServerRequest extends Omit<OutboundRequest, 'method' | 'body'> {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: string | Uint8Array<ArrayBuffer>
  tls?: TlsFiles
}

/** PEM texts of a connection with TLS. */
export interface TlsFiles {
  ca?: string
  cert?: string
  key?: string
  passphrase?: string
}

export interface Session {
  /** connection test: throws ConnectionFailed or QueryFailed */
  ping(signal: AbortSignal): Promise<void>
  /** null: the type has no schema (job error code 1) */
  tables(signal: AbortSignal): Promise<SchemaTable[] | null>
  /** for `readsLevels` */
  levels?: SchemaLevels
  /**
   * Runs the text (one or many statements; the last result counts) and feeds the sink. An aborted signal stops the
   * query in the database, then throws Cancelled (or TimedOut when `signal.reason` is one). `values` are ranges of the
   * text, in ascending order, that may be sent separately; the text is complete without them. Error positions refer to
   * `text`.
   */
  run(text: string, sink: Sink, signal: AbortSignal, values?: readonly BoundValue[]): Promise<void>
  /** for `estimates`: what the text would read. Nothing of it is run. Throws QueryFailed for a text that cannot be estimated. */
  estimate?(text: string, signal: AbortSignal): Promise<RunEstimate>
  /** for `keepsFiles`: reads a file into rows. Throws QueryFailed with the line and the reason. */
  readFile?(file: SentFile, sink: Sink, signal: AbortSignal): Promise<void>
  /**
   * Makes the session as it was when it was opened: no transaction, setting, lock or temporary table of an earlier run
   * is left. Throws when it cannot; then the session is closed. Absent: a session serves one run.
   */
  reset?(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** A schema that is read in parts, on demand. */
export interface SchemaLevels {
  databases(signal: AbortSignal): Promise<string[]>
  /** named `database.table`. Without columns it is faster; with them, they may be missing where there are too many. */
  tables(
    database: string,
    withColumns: boolean,
    signal: AbortSignal,
  ): Promise<{ tables: SchemaTable[]; hasColumns: boolean }>
  columns(database: string, table: string, signal: AbortSignal): Promise<SchemaColumn[]>
}

/** JSON text of one cell as the driver gave it; never called for null and undefined. */
export interface CellEncoder {
  (cell: unknown): string
  /** the same for a long cell, a few milliseconds at a time: other work gets its turn in between */
  inSteps?(cell: unknown): Generator<void, string>
}

export interface SinkColumn {
  name: string
  /** null: unknown */
  type: ColumnType | null
  encode: CellEncoder
}

/** How far the work in the data source is, as far as it says. */
export interface RunProgress {
  /** 0 to 1 */
  fraction?: number
  /** read by the data source, not returned */
  rows?: number
  bytes?: number
}

export interface Sink {
  /** called once, before any rows; the sink renames duplicates (name, name1, name2) */
  columns(columns: readonly SinkColumn[]): void
  /** cells in column order. Returns false for enough: stop reading and cancel what still runs */
  rows(batch: readonly (readonly unknown[])[]): Promise<boolean>
  /** adds a line to the log of the result (notices) */
  log(line: string): void
  /** shown while the run goes on; as often as you like */
  progress?(progress: RunProgress): void
  /** extra facts for `data.metadata`, for example data_scanned */
  metadata(facts: Readonly<Record<string, unknown>>): void
}
