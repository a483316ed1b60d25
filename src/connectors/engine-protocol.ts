import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { BoundValue } from '#shared/parameters/bound-value.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { OutboundRequest } from './connector.ts'
import type { TextPosition } from './connector-errors.ts'

/**
 * Messages between the worker and the restricted process of a file database or of a reader of documents, over Node's
 * IPC channel. One request at a time; a run sends one batch ahead and waits for `more` before the next. A reader of
 * documents asks the worker for each one (`fetch`), and gets it in bounded parts as it comes over the wire, still
 * packed. It answers `took` for each part, and only a few are on their way at once.
 */
export type EngineRequest =
  /** `subject`: a file, an address, or what else the engine works on */
  | { kind: 'open'; subject: string; memoryMb: number }
  | { kind: 'ping' }
  | { kind: 'tables' }
  | { kind: 'run'; text: string; values: readonly BoundValue[] }
  | { kind: 'more' }
  /** `encoding`: the header Content-Encoding, '' when there is none */
  | { kind: 'document'; encoding: string }
  | { kind: 'part'; bytes: Uint8Array }
  /** `error`: why it broke off */
  | { kind: 'document-end'; error: string | null }

export type EngineReply =
  | { kind: 'done' }
  /** a `bug` is ours: its message is for the log */
  | {
      kind: 'failed'
      message: string
      position: TextPosition | null
      reason: 'query' | 'connection' | 'bug'
    }
  | { kind: 'tables'; tables: SchemaTable[] }
  | { kind: 'columns'; columns: EngineColumn[] }
  | { kind: 'rows'; rows: EngineCell[][] }
  | { kind: 'fetch'; wanted: WantedDocument }
  | { kind: 'took' }

/** What a reader of documents wants to have. The worker decides what it sends along. */
export interface WantedDocument {
  url: string
  request: OutboundRequest
  /** the query signs in by itself */
  hasOwnAuthorization: boolean
}

export interface EngineColumn {
  name: string
  type: ColumnType | null
}

/** JSON text of a value, or null. */
export type EngineCell = string | null
