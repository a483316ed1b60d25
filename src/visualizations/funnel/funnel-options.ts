import { storedBoolean, storedRecord, storedText } from '../parts/stored-values.ts'

/** Stored options of a funnel with every default filled (docs/reference/other-visualizations.md#funnel). Unknown keys are kept. */
export interface FunnelOptions {
  stepCol: FunnelColumn
  valueCol: FunnelColumn
  /** sorted by the value column, largest first */
  autoSort: boolean
  sortKeyCol: SortColumn
  /** at least 2 */
  itemsLimit: number
  percentValuesRange: PercentRange
  numberFormat: string
  percentFormat: string
  [key: string]: unknown
}

export interface FunnelColumn {
  /** null: not chosen. One that the result does not have counts as not chosen, and stays stored. */
  colName: string | null
  /** title */
  displayAs: string
  [key: string]: unknown
}

export interface SortColumn {
  colName: string | null
  reverse: boolean
  [key: string]: unknown
}

/** Percentages outside of it are shown as `<` its least or `>` its greatest. */
export interface PercentRange {
  min: number
  max: number
  [key: string]: unknown
}

export const minItems = 2
const defaults = {
  itemsLimit: 100,
  percentMin: 0.01,
  percentMax: 1000,
  numberFormat: '0,0[.]00',
  percentFormat: '0[.]00%',
}

type Stored = Readonly<Record<string, unknown>>

export function normalizeFunnel(stored: Stored): FunnelOptions {
  const valueCol = funnelColumn(stored.valueCol, 'Value')
  const autoSort = storedBoolean(stored.autoSort, true)
  const sortKeyCol = storedRecord(stored.sortKeyCol)
  return {
    ...stored,
    stepCol: funnelColumn(stored.stepCol, 'Steps'),
    valueCol,
    autoSort,
    sortKeyCol: autoSort
      ? { ...sortKeyCol, colName: valueCol.colName, reverse: true }
      : { ...sortKeyCol, colName: columnName(sortKeyCol.colName), reverse: sortKeyCol.reverse === true },
    itemsLimit:
      typeof stored.itemsLimit === 'number' && !Number.isNaN(stored.itemsLimit)
        ? Math.max(minItems, stored.itemsLimit)
        : defaults.itemsLimit,
    percentValuesRange: percentRange(stored.percentValuesRange),
    numberFormat: storedText(stored.numberFormat, defaults.numberFormat),
    percentFormat: storedText(stored.percentFormat, defaults.percentFormat),
  }
}

function funnelColumn(stored: unknown, title: string): FunnelColumn {
  const column = storedRecord(stored)
  return {
    ...column,
    colName: columnName(column.colName),
    displayAs: storedText(column.displayAs, title),
  }
}

function columnName(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function percentRange(stored: unknown): PercentRange {
  const range = storedRecord(stored)
  return {
    ...range,
    min: finite(range.min, defaults.percentMin),
    max: finite(range.max, defaults.percentMax),
  }
}

function finite(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}
