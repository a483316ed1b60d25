import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { BoundValue } from '#shared/parameters/bound-value.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { TextPosition } from './connector-errors.ts'

/**
 * Messages between the worker and the restricted process of a file database (promises S5, S6), over Node's IPC
 * channel. One request at a time; a run sends one batch ahead and waits for `more` before the next.
 */
export type EngineRequest =
  | { kind: 'open'; path: string; memoryMb: number }
  | { kind: 'ping' }
  | { kind: 'tables' }
  | { kind: 'run'; text: string; values: readonly BoundValue[] }
  | { kind: 'more' }

export type EngineReply =
  | { kind: 'done' }
  | { kind: 'failed'; message: string; position: TextPosition | null }
  | { kind: 'tables'; tables: SchemaTable[] }
  | { kind: 'columns'; columns: EngineColumn[] }
  | { kind: 'rows'; rows: EngineCell[][] }

export interface EngineColumn {
  name: string
  type: ColumnType | null
}

/** JSON text of a value, or null. */
export type EngineCell = string | null
