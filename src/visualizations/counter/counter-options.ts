import { storedNumber, storedText } from '../parts/stored-values.ts'

/** Stored options of a counter with every default filled (docs/reference/other-visualizations.md#counter). Unknown keys are kept. */
export interface CounterOptions {
  /** empty: the visualization's name */
  counterLabel: string
  counterColName: string
  /** from 1 on; negative: from the last row; null and 0: the first row */
  rowNumber: number | null
  targetRowNumber: number | null
  /** `""` and absent: no target value */
  targetColName?: string
  /** the value is the number of rows */
  countRow?: boolean
  /** null: not given */
  stringDecimal: number | null
  stringDecChar: string
  stringThouSep: string
  stringPrefix?: string
  stringSuffix?: string
  formatTargetValue?: boolean
  /** no control sets it */
  tooltipFormat: string
  [key: string]: unknown
}

const defaults = {
  counterLabel: '',
  counterColName: 'counter',
  rowNumber: 1,
  stringDecimal: 0,
  stringDecChar: '.',
  stringThouSep: ',',
  tooltipFormat: '0,0.000',
}

type Stored = Readonly<Record<string, unknown>>

export function normalizeCounter(stored: Stored): CounterOptions {
  return {
    ...stored,
    counterLabel: storedText(stored.counterLabel, defaults.counterLabel),
    counterColName: storedText(stored.counterColName, defaults.counterColName),
    rowNumber: rowNumber(stored.rowNumber),
    targetRowNumber: rowNumber(stored.targetRowNumber),
    stringDecimal: decimals(stored.stringDecimal),
    stringDecChar: separator(stored.stringDecChar, defaults.stringDecChar),
    stringThouSep: separator(stored.stringThouSep, defaults.stringThouSep),
    tooltipFormat: storedText(stored.tooltipFormat, defaults.tooltipFormat),
    ...given(stored, 'targetColName', (value) => storedText(value, '')),
    ...given(stored, 'countRow', Boolean),
    ...given(stored, 'stringPrefix', (value) => storedText(value, '')),
    ...given(stored, 'stringSuffix', (value) => storedText(value, '')),
    ...given(stored, 'formatTargetValue', Boolean),
  }
}

/** Keys without a default stay absent. */
function given(stored: Stored, key: string, read: (value: unknown) => unknown): Record<string, unknown> {
  return stored[key] === undefined ? {} : { [key]: read(stored[key]) }
}

/** Invalid ones count as the first row, as null does. */
function rowNumber(value: unknown): number | null {
  return value === undefined ? defaults.rowNumber : Math.trunc(storedNumber(value, 0)) || null
}

/** An emptied field was stored as null or `""`. */
function decimals(value: unknown): number | null {
  if (value === undefined) return defaults.stringDecimal
  const number = storedNumber(value, Number.NaN)
  return Number.isNaN(number) ? null : Math.trunc(number)
}

function separator(value: unknown, fallback: string): string {
  return value === null ? '' : storedText(value, fallback)
}
