import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { ColumnType } from '#shared/results/results-api.ts'
import type { ConnectorHost, ConnectorOptions } from './connector.ts'
import type { TextPosition } from './connector-errors.ts'

/** A text and what it must give: columns as [name, type], cells as JSON text. */
export interface Example {
  text: string
  columns: readonly (readonly [name: string, type: ColumnType | null])[]
  cells: readonly (readonly string[])[]
}

/** A text that must fail. `position: undefined` means: not compared. */
export interface FailingExample {
  text: string
  message: RegExp
  position?: TextPosition | null
}

/**
 * What every connector is tried with. A trial that has no meaning for a type is null, with the reason in `lacks`
 * under the same name: nothing is left out in silence.
 */
export interface ConnectorTrials {
  types: Example
  nulls: Example
  /** no rows, columns present */
  empty: Example
  duplicateNames: Example
  /** integers beyond 2^53 and decimals, digit for digit */
  bigNumbers: Example | null
  /** dates, times, zones, fractions of seconds */
  dates: Example | null
  /** emoji, combining marks, quotes, backslashes, control characters */
  unicode: Example
  /** several statements: all run, the last result counts */
  severalStatements: Example | null
  wrongText: FailingExample
  /** a text that runs and gives no result */
  withoutResult: FailingExample | null
  /** fails when more than 100,000 rows are already there; position: the place of the error */
  lateError: FailingExample
  /** 100,000 rows */
  manyRows: string
  /** three rows, of which the one named has a cell of `oversizedCell` characters */
  oversized: (place: OversizedPlace) => string
  /** runs for at least 30 s unless cancelled */
  slow: string | null
  /** gives rows for at least 30 s unless stopped */
  endless: string | null
  /** tables that must be found among others, in this order; null: the type has no schema */
  schema: readonly SchemaTable[] | null
  lacks: Readonly<Record<string, string>>
}

/** More than a row of a result may hold. */
export const oversizedCell = 17_000_000
export type OversizedPlace = 'first' | 'middle' | 'last'
export const oversizedPlaces = ['first', 'middle', 'last'] as const

/** Where the connector is tried: made before the trials, stopped after them. */
export interface ConnectorGround {
  host?: Partial<ConnectorHost>
  options: ConnectorOptions
  /** options that lead to nothing that listens; null when the type connects to nothing */
  refused: ConnectorOptions | null
  wrongPassword: ConnectorOptions | null
  /** URL sources: the query names what to connect to, so opening a session connects to nothing */
  connectsLater?: true
  /** how many of `slow` and `endless` the data source is working on at this moment, counted in the data source */
  running: (() => Promise<number>) | null
  stop(): Promise<void>
}
