import { toInstant } from '#shared/format/dates.ts'
import { cellOf } from '../parts/cell-values.ts'
import { newScale } from '../parts/color-scales.ts'
import { columnsOfKind } from '../parts/column-kind.ts'
import { part } from '../parts/part.tsx'
import type { Visualization, VisualizationData } from '../visualization.ts'
import { addIntervals, type Interval } from './cohort-interval.ts'
import { type CohortModel, cohortModel } from './cohort-model.ts'
import { type CohortOptions, normalizeCohort } from './cohort-options.ts'
import CohortRenderer from './cohort-renderer.tsx'

/** Retention: of the people who began together, how many are left at each stage (docs/reference/other-visualizations.md#cohort). */
export const cohort: Visualization<CohortOptions, CohortModel> = {
  normalize: normalizeCohort,
  suggest: (data) => ({ colors: { ...newScale }, ...suggestCohort(data) }),
  prepare: cohortModel,
  Renderer: CohortRenderer,
  Editor: part(() => import('./cohort-editor.tsx')),
}

/** Chooses columns by their usual names, else by kind: the first date, and numbers in the order stage, total, value. */
function suggestCohort(data: VisualizationData): Record<string, unknown> {
  const dates = columnsOfKind(data, 'date')
  const numbers = columnsOfKind(data, 'number')
  const taken = new Set<string>()
  const take = (key: string, usual: RegExp, candidates: readonly string[]): Record<string, string> => {
    const free = candidates.filter((name) => !taken.has(name))
    const name = free.find((one) => usual.test(one))
    if (name !== undefined) taken.add(name)
    return name === undefined ? {} : { [key]: name }
  }
  const named = {
    ...take('dateColumn', /^(date|day|week|month|cohort|bucket)/i, dates),
    ...take('stageColumn', /(_|\b)(number|stage|period|index|offset)$/i, numbers),
    ...take('totalColumn', /^(total|users|people|population|size)/i, numbers),
    ...take('valueColumn', /^(value|active|retained|returning|count)/i, numbers),
  }
  const any = /(?:)/
  const complete = {
    ...(named.dateColumn ? {} : take('dateColumn', any, dates)),
    ...(named.stageColumn ? {} : take('stageColumn', any, numbers)),
    ...(named.totalColumn ? {} : take('totalColumn', any, numbers)),
    ...(named.valueColumn ? {} : take('valueColumn', any, numbers)),
    ...named,
  }
  const { dateColumn } = complete
  return dateColumn === undefined
    ? complete
    : { ...complete, timeInterval: usualInterval(data, String(dateColumn)) }
}

const maxRows = 500

/** Monthly when all dates are the same day of the month, weekly when they are whole weeks apart, else daily. */
function usualInterval({ rows }: VisualizationData, column: string): Interval {
  const epochs = rows.slice(0, maxRows).flatMap((row) => toInstant(cellOf(row, column))?.epoch ?? [])
  const distinct = [...new Set(epochs)].sort((one, other) => one - other)
  const [first] = distinct
  if (first === undefined || distinct.length < 2) return 'daily'
  const fits = (interval: Interval, longest: number) => {
    let at = first
    let count = 0
    for (const epoch of distinct) {
      while (at < epoch && count < longest) at = addIntervals(first, ++count, interval)
      if (at !== epoch) return false
    }
    return true
  }
  if (fits('monthly', 12 * maxRows)) return 'monthly'
  return fits('weekly', 52 * maxRows) ? 'weekly' : 'daily'
}
