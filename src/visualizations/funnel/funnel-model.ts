import { exactInstant, formatInstant } from '#shared/format/dates.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { t } from '#shared/messages/translate.ts'
import { cellInstant, cellNumber, cellOf, columnType, hasColumn } from '../parts/cell-values.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import type { FunnelOptions } from './funnel-options.ts'
import { sortedRows } from './funnel-sort.ts'

export interface FunnelRow {
  step: string
  /** the whole text, or the exact instant */
  stepTooltip: string
  /** the step is null: `step` is the null marker */
  isNull: boolean
  value: string
  percentMax: string
  percentPrevious: string
  /** widths of the bars, 0 to 100 */
  valueBar: number
  previousBar: number
}

export interface FunnelModel {
  stepTitle: string
  valueTitle: string
  rows: readonly FunnelRow[]
  /** rows beyond the limit */
  more: number
  /** why there are no rows, in a sentence for whoever looks (`columns`) or for the editor alone (`rows`) */
  lacks: { what: 'columns' | 'rows'; text: string } | null
}

/** Steps in their order with their shares (docs/reference/other-visualizations.md#funnel). */
export function funnelModel(
  data: VisualizationData,
  options: FunnelOptions,
  settings: HostSettings,
): FunnelModel {
  const lacks = whatLacks(data, options)
  const steps = lacks ? [] : stepsOf(data, options)
  const shown = steps.slice(0, options.itemsLimit)
  const widest = shown.reduce(
    (most, { previous }) => (Number.isFinite(previous) ? Math.max(most, previous) : most),
    0,
  )
  return {
    stepTitle: options.stepCol.displayAs,
    valueTitle: options.valueCol.displayAs,
    rows: shown.map((step) => funnelRow(step, widest, options, settings)),
    more: steps.length - shown.length,
    lacks,
  }
}

function whatLacks(data: VisualizationData, { stepCol, valueCol }: FunnelOptions): FunnelModel['lacks'] {
  const missing = [
    [t('Step Column'), stepCol.colName] as const,
    [t('Value Column'), valueCol.colName] as const,
  ].filter(([, name]) => !hasColumn(data, name))
  if (missing.length > 0 && data.columns.length > 0) {
    const sentences = missing.map(([label, name]) =>
      name === null
        ? t('{label} is not chosen.', { label })
        : t('{label}: the result has no column {name}.', { label, name }),
    )
    return { what: 'columns', text: sentences.join(' ') }
  }
  return data.rows.length === 0
    ? { what: 'rows', text: t('The result has no rows: there is no funnel.') }
    : null
}

interface Step {
  cell: unknown
  value: number
  /** as it is formatted: the value, or all its digits */
  digits: number | string
  /** percent */
  ofMax: number
  previous: number
}

function stepsOf(data: VisualizationData, { stepCol, valueCol, sortKeyCol }: FunnelOptions): Step[] {
  const [stepName, valueName] = [stepCol.colName ?? '', valueCol.colName ?? '']
  const type = columnType(data, valueName)
  const read = (row: Row) => {
    const cell = cellOf(row, valueName)
    const value = Number.parseFloat(String(cell))
    return Number.isFinite(value)
      ? { value, digits: cellNumber(cell, type) ?? value }
      : { value: 0, digits: 0 }
  }
  const steps = sortedRows(data, sortKeyCol).map((row) => ({ cell: cellOf(row, stepName), ...read(row) }))
  const max = steps.reduce((most, { value }) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  return steps.map((step, index) => ({
    ...step,
    ofMax: (step.value / max) * 100,
    previous: ofPrevious(step.value, steps[index - 1]?.value),
  }))
}

/** 100 where nothing changed; infinite after a 0. */
function ofPrevious(value: number, previous: number | undefined): number {
  return previous === undefined || value === previous ? 100 : (value / previous) * 100
}

function funnelRow(step: Step, widest: number, options: FunnelOptions, settings: HostSettings): FunnelRow {
  const { cell, digits, ofMax, previous } = step
  return {
    ...stepText(cell, settings),
    value: formatNumber(digits, options.numberFormat, settings),
    percentMax: percentText(ofMax, options, settings),
    percentPrevious: percentText(previous, options, settings),
    valueBar: barWidth(ofMax),
    previousBar: barWidth((previous / widest) * 100),
  }
}

function stepText(cell: unknown, settings: HostSettings): Pick<FunnelRow, 'step' | 'stepTooltip' | 'isNull'> {
  if (cell === null) return { step: settings.nullValue, stepTooltip: '', isNull: true }
  const text = cell === undefined ? '' : String(cell)
  const instant = cellInstant(cell)
  if (!instant || settings.dateTimeFormat === '') return { step: text, stepTooltip: text, isNull: false }
  const step = formatInstant(instant, settings.dateTimeFormat)
  return { step, stepTooltip: exactInstant(cell) ?? text, isNull: false }
}

function percentText(percent: number, options: FunnelOptions, settings: HostSettings): string {
  const { min, max } = options.percentValuesRange
  const text = (value: number) => formatNumber(value, options.percentFormat, settings)
  if (percent < min) return `<${text(min)}`
  if (percent > max) return `>${text(max)}`
  return text(percent)
}

/** Whatever the numbers are, a bar stays in its cell: nothing of 0, of less than 0, and of no number. */
function barWidth(percent: number): number {
  return Number.isNaN(percent) ? 0 : Math.min(100, Math.max(0, percent))
}
