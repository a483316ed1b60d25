import type { Visualization, VisualizationType } from './visualization.ts'

/** Erases the type of a plug-in's options. Safe: a plug-in receives only options that its own `normalize` returned. */
function listed<O extends object, M>(visualization: Visualization<O, M>): Visualization {
  return visualization as unknown as Visualization
}

/** Caches the promise; after a failure (no network) the next call tries again. */
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

/** The type of a new visualization. */
export const defaultVisualizationType = 'CHART'

/** Every kind of visualization, in the order of registration (docs/reference/visualizations.md#registry). */
export const visualizationTypes: readonly VisualizationType[] = [
  {
    type: 'BOXPLOT',
    name: 'Boxplot (Deprecated)',
    deprecated: true,
    layout: { defaultRows: 8, minRows: 5 },
    load: once(async () => listed((await import('./boxplot/boxplot-visualization.ts')).boxplot)),
  },
  {
    type: 'CHART',
    name: 'Chart',
    layout: { defaultColumns: 3, defaultRows: 8, minColumns: 1, minRows: 5 },
    load: once(async () => listed((await import('./chart/chart-visualization.ts')).chart)),
  },
  {
    type: 'CHOROPLETH',
    name: 'Map (Choropleth)',
    layout: { defaultColumns: 3, defaultRows: 8, minColumns: 1 },
    load: once(async () => listed((await import('./choropleth/choropleth-visualization.ts')).choropleth)),
  },
  {
    type: 'COHORT',
    name: 'Cohort',
    layout: { autoHeight: true, defaultRows: 8 },
    load: once(async () => listed((await import('./cohort/cohort-visualization.ts')).cohort)),
  },
  {
    type: 'COUNTER',
    name: 'Counter',
    layout: { defaultColumns: 2, defaultRows: 5 },
    load: once(async () => listed((await import('./counter/counter-visualization.ts')).counter)),
  },
  {
    type: 'DETAILS',
    name: 'Details View',
    rowByRow: true,
    layout: { defaultColumns: 2, defaultRows: 2 },
    load: once(async () => listed((await import('./details/details-visualization.ts')).details)),
  },
  {
    type: 'FUNNEL',
    name: 'Funnel',
    layout: { defaultRows: 10 },
    load: once(async () => listed((await import('./funnel/funnel-visualization.ts')).funnel)),
  },
  {
    type: 'MAP',
    name: 'Map (Markers)',
    layout: { defaultColumns: 3, defaultRows: 8, minColumns: 1 },
    load: once(async () => listed((await import('./map/map-visualization.ts')).map)),
  },
  {
    type: 'PIVOT',
    name: 'Pivot Table',
    layout: { defaultColumns: 3, defaultRows: 10, minColumns: 1 },
    load: once(async () => listed((await import('./pivot/pivot-visualization.ts')).pivot)),
  },
  {
    type: 'SANKEY',
    name: 'Sankey',
    layout: { defaultRows: 7 },
    load: once(async () => listed((await import('./sankey/sankey-visualization.ts')).sankey)),
  },
  {
    type: 'SUNBURST_SEQUENCE',
    name: 'Sunburst Sequence',
    layout: { defaultRows: 7 },
    load: once(async () => listed((await import('./sunburst/sunburst-visualization.ts')).sunburst)),
  },
  {
    type: 'TABLE',
    name: 'Table',
    rowByRow: true,
    paged: true,
    layout: { autoHeight: true, defaultColumns: 3, defaultRows: 14, minColumns: 1, firstRows: 8 },
    load: once(async () => listed((await import('./table/table-visualization.ts')).table)),
  },
  {
    type: 'WORD_CLOUD',
    name: 'Word Cloud',
    layout: { defaultRows: 8 },
    load: once(async () => listed((await import('./word-cloud/word-cloud-visualization.ts')).wordCloud)),
  },
]

/** `undefined` for types unknown to this version. */
export function findVisualizationType(type: string): VisualizationType | undefined {
  return visualizationTypes.find((known) => known.type === type)
}

/** The name that a user gave a visualization; '' if it is the default name of its type. */
export function ownNameOf({ type, name }: { type: string; name: string }): string {
  return name === findVisualizationType(type)?.name ? '' : name
}

/** Types offered for a new visualization: without deprecated ones, sorted by name (docs/reference/visualizations.md#editor-dialog). */
export function offeredVisualizationTypes(): VisualizationType[] {
  return visualizationTypes
    .filter(({ deprecated }) => !deprecated)
    .sort((one, other) => one.name.localeCompare(other.name))
}
