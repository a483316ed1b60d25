import { exactInstant, formatInstant } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import {
  cellInstant,
  cellNumber,
  cellOf,
  columnType,
  compareCellNumbers,
  hasColumn,
} from '../parts/cell-values.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import type { CounterOptions } from './counter-options.ts'

/** A value as it is shown, and exactly in the tooltip. */
export interface CounterText {
  text: string
  tooltip: string
}

export interface CounterModel {
  /** empty: the visualization's name */
  label: string
  /** null: there are no rows, and nothing is drawn */
  value: CounterText | null
  /** null: no target, or an empty one */
  target: CounterText | null
  /** of two numbers: has the value reached the target? */
  trend: 'positive' | 'negative' | null
  /** is the value a number, so that formats apply to it? */
  isNumber: boolean
  /** what the counter lacks, in sentences for its editor */
  lacks: readonly string[]
}

/** The numbers and texts of a counter (docs/reference/other-visualizations.md#counter). */
export function counterModel(
  data: VisualizationData,
  options: CounterOptions,
  settings: HostSettings,
): CounterModel {
  const { counterLabel, counterColName, countRow, targetColName } = options
  const value: Cell = countRow
    ? { value: data.rows.length, type: 'integer' }
    : cellAt(data, counterColName, options.rowNumber)
  const target = cellAt(data, targetColName ?? '', options.targetRowNumber)
  const shown = counterText(value, true, options, settings)
  const targetText = counterText(target, options.formatTargetValue === true, options, settings)
  return {
    label: counterLabel,
    value: data.rows.length === 0 && !countRow ? null : shown,
    target: targetText.text === '' ? null : targetText,
    trend: trendOf(value, target),
    isNumber: numberOf(value) !== undefined,
    lacks: lacks(data, options, value, target),
  }
}

interface Cell {
  value: unknown
  type: string | null
}

function cellAt(data: VisualizationData, column: string, rowNumber: number | null): Cell {
  const row = column !== '' && hasColumn(data, column) ? rowAt(data.rows, rowNumber) : undefined
  return { value: row && cellOf(row, column), type: columnType(data, column) }
}

/** 1 is the first row, -1 the last; both ways it goes round (docs/reference/other-visualizations.md#counter). */
export function rowAt(rows: readonly Row[], rowNumber: number | null): Row | undefined {
  if (!rowNumber) return rows[0]
  const steps = (Math.abs(rowNumber) - 1) % rows.length
  return rows[rowNumber > 0 ? steps : rows.length - 1 - steps]
}

function numberOf({ value, type }: Cell): number | string | undefined {
  return cellNumber(value, type)
}

function trendOf(value: Cell, target: Cell): CounterModel['trend'] {
  const [one, other] = [numberOf(value), numberOf(target)]
  if (one === undefined || other === undefined) return null
  return compareCellNumbers(one, other) >= 0 ? 'positive' : 'negative'
}

/** `isOwnFormat`: decimals, separators, prefix and suffix of the counter; else the plain format of targets. */
function counterText(
  cell: Cell,
  isOwnFormat: boolean,
  options: CounterOptions,
  settings: HostSettings,
): CounterText {
  const number = numberOf(cell)
  if (number === undefined) return plainText(cell, settings)
  const { stringPrefix = '', stringSuffix = '' } = options
  return {
    text: isOwnFormat
      ? stringPrefix + ownFormat(number, options) + stringSuffix
      : formatNumber(number, '0[.]00[0]', settings),
    tooltip: formatNumber(number, options.tooltipFormat, settings),
  }
}

/** More decimals than any reader wants. */
const maxDecimals = 100

/** The separators of the organisation do not count here. */
function ownFormat(number: number | string, options: CounterOptions): string {
  const { stringDecimal, stringDecChar, stringThouSep } = options
  const hasDecimals = stringDecimal !== null && stringDecimal >= 0
  if (!hasDecimals && stringDecChar === '' && stringThouSep === '') return formatNumber(number, '0,0.000')
  const decimals = hasDecimals ? Math.min(stringDecimal, maxDecimals) : 0
  return formatNumber(number, decimals > 0 ? `0,0.${'0'.repeat(decimals)}` : '0,0', {
    thousandsSeparator: stringThouSep,
    decimalSeparator: stringDecChar || '.',
  })
}

/** Texts as they are, also those that look like numbers; dates as everywhere. */
function plainText({ value, type }: Cell, settings: HostSettings): CounterText {
  if (value === null || value === undefined) return { text: '', tooltip: '' }
  const text = String(value)
  const instant = type === 'date' || type === 'datetime' ? cellInstant(value) : undefined
  if (!instant) return { text, tooltip: text }
  const format = type === 'date' ? settings.dateFormat : settings.dateTimeFormat
  return {
    text: format === '' ? text : formatInstant(instant, format),
    tooltip: exactInstant(value) ?? text,
  }
}

function lacks(data: VisualizationData, options: CounterOptions, value: Cell, target: Cell): string[] {
  const { countRow, counterColName, rowNumber, targetColName, targetRowNumber } = options
  const sentences: string[] = []
  if (data.rows.length === 0 && !countRow)
    sentences.push(t('The result has no rows: the counter stays blank.'))
  else if (!countRow) sentences.push(...lack(data, counterColName, rowNumber, value, false))
  if (targetColName) sentences.push(...lack(data, targetColName, targetRowNumber, target, true))
  return sentences
}

function lack(
  data: VisualizationData,
  column: string,
  rowNumber: number | null,
  { value }: Cell,
  isTarget: boolean,
): string[] {
  if (column === '') {
    return [
      isTarget ? t('No column is chosen for the target value.') : t('No column is chosen for the value.'),
    ]
  }
  if (!hasColumn(data, column)) {
    return [
      isTarget
        ? t('There is no target value: the result has no column {column}.', { column })
        : t('There is no value: the result has no column {column}.', { column }),
    ]
  }
  if (data.rows.length === 0) {
    return [
      isTarget
        ? t('There is no target value: the result has no rows.')
        : t('There is no value: the result has no rows.'),
    ]
  }
  if (value !== null && value !== undefined && value !== '') return []
  const row = rowNumber ?? 1
  return [
    isTarget
      ? t('There is no target value: row {row} of {column} is empty.', { row, column })
      : t('There is no value: row {row} of {column} is empty.', { row, column }),
  ]
}
