import type { Visualization, VisualizationType } from './visualization.ts'

/** A plug-in whose options only it knows, as one of the list: each gets back only what its own `normalize` made. */
function listed<O extends object, M>(visualization: Visualization<O, M>): Visualization {
  return visualization as unknown as Visualization
}

/** Loads once; after a failure (no network) the next use tries again. */
function once(load: () => Promise<Visualization>): () => Promise<Visualization> {
  let loaded: Promise<Visualization> | undefined
  return () => {
    loaded ??= load().catch((failure: unknown) => {
      loaded = undefined
      throw failure
    })
    return loaded
  }
}

/** What a new visualization is. */
export const defaultVisualizationType = 'CHART'

/** Every kind of picture, in the order of registration (reference-visualizations 1). */
export const visualizationTypes: readonly VisualizationType[] = [
  {
    type: 'CHART',
    name: 'Chart',
    layout: { defaultColumns: 3, defaultRows: 8, minColumns: 1, minRows: 5 },
    load: once(async () => listed((await import('./chart/chart-visualization.ts')).chart)),
  },
  {
    type: 'TABLE',
    name: 'Table',
    rowByRow: true,
    layout: { autoHeight: true, defaultColumns: 3, defaultRows: 14, minColumns: 1 },
    load: once(async () => listed((await import('./table/table-visualization.ts')).table)),
  },
]

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
