import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { OutboundRequest } from './connector.ts'
import type { TextPosition } from './connector-errors.ts'
import type { DeletionVector, LogHeader } from './duckdb/lake/logs/log-table.ts'

/**
 * Messages between the worker and the restricted process of a file database or document reader, over Node's IPC
 * channel. One request at a time; a run sends one batch ahead and waits for `more` before the next. A document reader
 * requests each document from the worker (`fetch`) and gets it in bounded parts, still compressed. It answers `took`
 * for each part, and only a few are in transit at once.
 */
export type EngineRequest =
  /** `subject`: the file or address that the engine opens */
  | { kind: 'open'; subject: string; memoryMb: number }
  | { kind: 'ping' }
  | { kind: 'tables' }
  | { kind: 'run'; text: string; values: readonly BoundValue[] }
  | { kind: 'more' }
  /** `encoding`: the header Content-Encoding, '' if absent */
  | { kind: 'document'; encoding: string }
  | { kind: 'part'; bytes: Uint8Array }
  /** `error`: why it ended early; null: complete */
  | { kind: 'document-end'; error: string | null }
  /** answers `lend` */
  | { kind: 'lent'; tables: LentTable[] }

export type EngineReply =
  | { kind: 'done' }
  /** `bug`: a defect of Sextant; its message is for the log */
  | {
      kind: 'failed'
      message: string
      position: TextPosition | null
      reason: 'query' | 'connection' | 'bug'
    }
  | { kind: 'tables'; tables: SchemaTable[] }
  | { kind: 'columns'; columns: EngineColumn[] }
  | { kind: 'rows'; rows: EngineCell[][] }
  /** a line for the log of the result */
  | { kind: 'log'; line: string }
  | { kind: 'fetch'; wanted: WantedDocument }
  | { kind: 'took' }
  /** requests the tables that the text reads: results of other queries */
  | { kind: 'lend' }
  /** requests the rows of one of them, as parts that are one stored frame each; of Parquet files, those to bring */
  | { kind: 'borrow'; table: number; files?: readonly number[] }

/** A document that a reader requests. The worker decides which headers and credentials it adds. */
export interface WantedDocument {
  url: string
  request: OutboundRequest
  /** the query has its own credentials */
  hasOwnAuthorization: boolean
}

/** A result that a text reads as a table. */
export interface LentTable {
  name: string
  columns: EngineColumn[]
  row_count: number
  /** it has no stored rows: the engine opens its files, which the worker brings when they are borrowed */
  parquet?: LentParquet
}

/** A table of Parquet files in the folder of the run; their folders say the partition (`day=2026-01-31`). */
export interface LentParquet {
  partitions: readonly { name: string; type: ColumnType }[]
  /** one for each partition, where nothing but the end of a file is there: its columns */
  stubs: readonly string[]
  files: readonly { path: string; partition: number }[]
  /** the table has a log, which says its columns and which rows of the files are deleted */
  log?: LentLog
}

export interface LentLog extends LogHeader {
  /** of each file, in their order; a vector in a file has its path here as its place */
  notes: readonly { uri: string; sequence: number; vector: DeletionVector | null }[]
  /** files with the places of deleted rows */
  deletes: readonly { path: string; sequence: number }[]
}

export interface EngineColumn {
  name: string
  type: ColumnType | null
}

/** JSON text of a value, or null. */
export type EngineCell = string | null
