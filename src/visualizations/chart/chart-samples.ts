import { sampleSettings } from '../sample-settings.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'
import { type CartesianModel, chartModel } from './chart-model.ts'
import { type ChartOptions, normalizeChartOptions } from './chart-options.ts'
import type { PieModel } from './chart-pie.ts'

/** Settings for the tests of this folder. */
export const settings: HostSettings = { ...sampleSettings, allowCustomJSVisualizations: true }

export function dataOf(rows: Row[], types: Record<string, string> = {}): VisualizationData {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return {
    columns: names.map((name) => ({ name, friendly_name: name, type: types[name] ?? null })),
    rows,
  }
}

export function optionsOf(stored: Record<string, unknown>): ChartOptions {
  return normalizeChartOptions(stored, settings)
}

export function cartesian(
  rows: Row[],
  stored: Record<string, unknown>,
  hidden: readonly string[] = [],
): CartesianModel {
  const model = chartModel(dataOf(rows), optionsOf(stored), settings, new Set(hidden))
  if (model.kind !== 'cartesian') throw new Error(`expected axes, got ${model.kind}`)
  return model
}

export function pie(rows: Row[], stored: Record<string, unknown>, hidden: readonly string[] = []): PieModel {
  const options = optionsOf({ globalSeriesType: 'pie', ...stored })
  const model = chartModel(dataOf(rows), options, settings, new Set(hidden))
  if (model.kind !== 'pie') throw new Error(`expected a pie, got ${model.kind}`)
  return model
}
