import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import type { BackendReference, ConnectorOptions, RunProgress } from './connector.ts'
import type { TextPosition } from './connector-errors.ts'
import type { EngineCell, EngineColumn } from './engine-protocol.ts'

/**
 * Messages between the worker and the process of a driver, over Node's IPC channel. One request at a time; a run sends
 * one batch ahead and waits for `more` before the next. `stop` and `beat` come at any time.
 */
export type DriverRequest =
  /** `tunnel`: a socket of this machine that leads through the data source's SSH tunnel; null: there is none */
  | { kind: 'open'; options: ConnectorOptions; maxSeconds: number | null; tunnel: string | null }
  | { kind: 'ping' | 'tables' | 'reset' | 'close' }
  | { kind: 'run'; text: string; values: readonly BoundValue[] }
  | { kind: 'kill-orphan'; options: ConnectorOptions; backend: BackendReference; tunnel: string | null }
  /** false: the sink has enough */
  | { kind: 'more'; goesOn: boolean }
  /** ends the query in the data source, then the request */
  | { kind: 'stop'; timedOut: boolean }
  | { kind: 'beat' }

export type DriverReply =
  | { kind: 'done' }
  | { kind: 'opened'; canReset: boolean }
  /** `bug`: a defect of Sextant; its message is for the log */
  | {
      kind: 'failed'
      message: string
      position: TextPosition | null
      reason: 'query' | 'connection' | 'stopped' | 'bug'
    }
  | { kind: 'tables'; tables: SchemaTable[] | null }
  | { kind: 'columns'; columns: EngineColumn[] }
  | { kind: 'rows'; rows: EngineCell[][] }
  | { kind: 'log'; line: string }
  | { kind: 'progress'; progress: RunProgress }
  | { kind: 'metadata'; facts: Readonly<Record<string, unknown>> }
  | { kind: 'backend'; backend: BackendReference }
  /** answers `beat`: the driver's process still has turns */
  | { kind: 'beat' }
