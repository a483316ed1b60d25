import { typeResult } from '#shared/results/typed-result.ts'
import { sampleSettings } from '../sample-settings.ts'
import type { VisualizationData } from '../visualization.ts'
import { computePivot, type Pivot } from './compute-pivot.ts'
import { normalizePivot, type PivotOptions } from './pivot-options.ts'

/** Builds results for the tests of this folder. */
export function dataOf(
  columns: readonly (readonly [name: string, type: string | null])[],
  rows: readonly (readonly unknown[])[],
): VisualizationData {
  return typeResult({
    columns: columns.map(([name, type]) => ({ name, friendly_name: name, type })),
    rows: rows.map((cells) => Object.fromEntries(columns.map(([name], index) => [name, cells[index]]))),
  })
}

/** Five sales: two regions, three items. */
export const sales = dataOf(
  [
    ['region', 'string'],
    ['item', 'string'],
    ['amount', 'integer'],
    ['price', 'float'],
  ],
  [
    ['north', 'tea', 3, 1.5],
    ['north', 'coffee', 1, 2.25],
    ['south', 'tea', 10, 1.25],
    ['north', 'tea', 2, 1.75],
    ['south', 'cake', 4, 3.5],
  ],
)

export function optionsOf(stored: Record<string, unknown>): PivotOptions {
  return normalizePivot(stored)
}

export function pivotOf(data: VisualizationData, stored: Record<string, unknown>): Pivot {
  return computePivot(data, optionsOf(stored), sampleSettings)
}

/** Labels of a side in display order. */
export function keysOf({ length, key }: Pivot['rows']): string[] {
  return Array.from({ length }, (_, place) => key(place).join('|'))
}
