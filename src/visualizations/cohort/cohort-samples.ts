import type { VisualizationData } from '../visualization.ts'

/** Data for the tests of this folder: rows of date, stage, total and value. */
export function bucketsOf(
  rows: readonly (readonly [date: unknown, stage: unknown, total: unknown, value: unknown])[],
  dateType = 'date',
): VisualizationData {
  const types = { date: dateType, day_number: 'integer', total: 'integer', value: 'integer' }
  return {
    columns: Object.entries(types).map(([name, type]) => ({ name, friendly_name: name, type })),
    rows: rows.map(([date, day_number, total, value]) => ({ date, day_number, total, value })),
  }
}

/** The monthly sample of docs/reference/other-visualizations.md#cohort: four buckets, April is missing. */
export const monthlySample = bucketsOf([
  ['2021-01-01', 1, 21, 5],
  ['2021-01-01', 2, 21, 8],
  ['2021-01-01', 3, 21, 2],
  ['2021-01-01', 4, 21, 6],
  ['2021-02-01', 1, 10, 7],
  ['2021-02-01', 3, 10, 3],
  ['2021-03-01', 1, 19, 4],
  ['2021-03-01', 2, 19, 7],
  ['2021-03-01', 3, 19, 8],
  ['2021-05-01', 1, 15, 13],
  ['2021-05-01', 4, 15, 2],
])
