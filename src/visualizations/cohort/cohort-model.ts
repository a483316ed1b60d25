import { listed } from '#shared/format/listed.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { fillTemplate } from '#shared/format/template.ts'
import { t } from '#shared/messages/translate.ts'
import { hasColumn } from '../parts/cell-values.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { addIntervals, intervalLabel } from './cohort-interval.ts'
import type { CohortOptions } from './cohort-options.ts'
import { type CohortRow, cohortRows } from './cohort-rows.ts'

export interface CohortCell {
  text: string
  tooltip: string | null
  /** index into the color ramp; null: no value, no color */
  step: number | null
}

export interface CohortTableRow {
  label: string
  total: string
  cells: readonly CohortCell[]
}

export interface CohortModel {
  /** time, people, then the stages */
  titles: readonly string[]
  rows: readonly CohortTableRow[]
  isCut: boolean
  /** why there are no rows, in a sentence: `columns` for all readers, `rows` only in the editor */
  lacks: { what: 'columns' | 'rows'; text: string } | null
}

/** Rows, labels, percentages and color steps (docs/reference/other-visualizations.md#cohort). */
export function cohortModel(
  data: VisualizationData,
  options: CohortOptions,
  settings: HostSettings,
): CohortModel {
  const lacks = whatLacks(data, options)
  if (lacks) return { titles: [], rows: [], isCut: false, lacks }
  const { first, interval, rows, isCut } = cohortRows(data, options)
  if (first === null) return { titles: [], rows: [], isCut: false, lacks: noDates(options) }
  const longest = rows.reduce((most, { values }) => Math.max(most, values.length), 0)
  const stages = Array.from({ length: longest }, (_, index) =>
    fillTemplate(options.stageColumnTitle, { '@': index + 1 }),
  )
  return {
    titles: [options.timeColumnTitle, options.peopleColumnTitle, ...stages],
    rows: rows.map((row, index) => ({
      label: intervalLabel(addIntervals(first, index, interval), interval),
      total: formatNumber(row.total, options.numberFormat, settings),
      cells: cellsOf(row, options, settings),
    })),
    isCut,
    lacks: null,
  }
}

function whatLacks(data: VisualizationData, options: CohortOptions): CohortModel['lacks'] {
  const columns = [
    [t('Date (Bucket)'), options.dateColumn],
    [t('Stage'), options.stageColumn],
    [t('Bucket Population Size'), options.totalColumn],
    [t('Stage Value'), options.valueColumn],
  ] as const
  const missing = columns.filter(([, name]) => !hasColumn(data, name))
  if (missing.length > 0 && data.columns.length > 0) {
    const names = missing.map(([label, name]) =>
      name === '' ? label : t('{name} for {label}', { name, label }),
    )
    return {
      what: 'columns',
      text: t('The result lacks columns of this cohort: {names}.', { names: listed(names) }),
    }
  }
  return data.rows.length === 0
    ? { what: 'rows', text: t('The result has no rows: there is no cohort.') }
    : null
}

function noDates({ dateColumn }: CohortOptions): CohortModel['lacks'] {
  return { what: 'columns', text: t('The column {dateColumn} contains no dates.', { dateColumn }) }
}

function cellsOf(row: CohortRow, options: CohortOptions, settings: HostSettings): CohortCell[] {
  return row.values.map((value) => {
    const percent = value === undefined ? Number.NaN : (value / row.total) * 100
    if (!Number.isFinite(percent)) return { text: options.noValuePlaceholder, tooltip: null, step: null }
    const number = formatNumber(value, options.numberFormat, settings)
    const { percentValues, showTooltips } = options
    return {
      text: percentValues ? formatNumber(percent, options.percentFormat, settings) : number,
      tooltip: percentValues && showTooltips ? number : null,
      step: colorStep(percent, options.colors.steps),
    }
  })
}

/** The step of a percentage: 0 to 100 % in `steps` equal parts, clamped at both ends. */
export function colorStep(percent: number, steps: number): number {
  let step = 0
  while (step < steps - 1 && percent >= ((step + 1) / steps) * 100) step++
  return step
}
