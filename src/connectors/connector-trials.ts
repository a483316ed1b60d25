import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { ConnectorHost, ConnectorOptions } from './connector.ts'
import type { TextPosition } from './connector-errors.ts'

/** A query text and its expected result: columns as [name, type], cells as JSON text. */
export interface Example {
  text: string
  columns: readonly (readonly [name: string, type: ColumnType | null])[]
  cells: readonly (readonly string[])[]
}

/** A query text that must fail. `position: undefined` means: not compared. */
export interface FailingExample {
  text: string
  message: RegExp
  position?: TextPosition | null
}

/**
 * The trials of every connector. A trial that does not apply to a type is null, with the reason in `lacks` under the
 * same name, so nothing is skipped silently.
 */
export interface ConnectorTrials {
  types: Example
  nulls: Example
  /** no rows, columns present */
  empty: Example
  duplicateNames: Example | null
  /** integers beyond 2^53 and decimals, digit for digit */
  bigNumbers: Example | null
  /** dates, times, zones, fractions of seconds */
  dates: Example | null
  /** emoji, combining marks, quotes, backslashes, control characters */
  unicode: Example
  /** several statements: all run, the last result counts */
  severalStatements: Example | null
  wrongText: FailingExample
  /** runs without returning a result */
  withoutResult: FailingExample | null
  /** fails after more than 100,000 rows have arrived; position: the place of the error */
  lateError: FailingExample
  /** 100,000 rows */
  manyRows: string
  /** three rows; the named one has a cell of `oversizedCell` characters */
  oversized: (place: OversizedPlace) => string
  /** runs for at least 30 s unless cancelled */
  slow: string | null
  /** returns rows for at least 30 s unless stopped */
  endless: string | null
  /** tables that must be found, in this order, possibly among others; null: the type has no schema */
  schema: readonly SchemaTable[] | null
  lacks: Readonly<Record<string, string>>
}

/** Larger than a row of a result may be. */
export const oversizedCell = 17_000_000
export type OversizedPlace = 'first' | 'middle' | 'last'
export const oversizedPlaces = ['first', 'middle', 'last'] as const

/** The data source under trial: started before the trials, stopped after them. */
export interface ConnectorGround {
  host?: Partial<ConnectorHost>
  options: ConnectorOptions
  /** options of an address where nothing listens; null when the type does not connect */
  refused: ConnectorOptions | null
  wrongPassword: ConnectorOptions | null
  /** URL sources: the query names what to connect to, so opening a session connects to nothing */
  connectsLater?: true
  /** how many `slow` and `endless` queries the data source is running now, counted in the data source */
  running: (() => Promise<number>) | null
  stop(): Promise<void>
}
