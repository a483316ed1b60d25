import { chart } from './chart/chart-visualization.ts'
import { table } from './table/table-visualization.ts'
import type { VisualizationType } from './visualization.ts'

/** A type whose options only it knows, as one of the list: each gets back only what its own `normalize` made. */
function listed<O extends object>(type: VisualizationType<O>): VisualizationType {
  return type as unknown as VisualizationType
}

/** Every kind of picture, in the order of registration. */
export const visualizationTypes: readonly VisualizationType[] = [listed(chart), listed(table)]

/** What a new visualization is. */
export const defaultVisualizationType = chart.type

/** `undefined` for types that this version does not have. */
export function findVisualizationType(type: string): VisualizationType | undefined {
  return visualizationTypes.find((known) => known.type === type)
}

/** Types offered for a new visualization: none that is deprecated, by name (reference-visualizations 1.3). */
export function offeredVisualizationTypes(): VisualizationType[] {
  return visualizationTypes
    .filter(({ deprecated }) => !deprecated)
    .sort((one, other) => one.name.localeCompare(other.name))
}
