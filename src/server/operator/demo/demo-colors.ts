import type { DemoVisualization } from './demo-query.ts'

/** The names of the colors of new visualizations (test/house-rules/demo-colors.test.ts compares them). */
export const demoColors = {
  indigo: '#4E55DB',
  amber: '#D36E04',
  sage: '#5B9371',
  azure: '#1798FD',
  plum: '#A9379F',
  lavender: '#9F8CBB',
} as const

const scheme = { color_scheme: 'Sextant' }
const scale = { colors: { min: '#EDF2FC', max: '#28209E' } }
const byType: Readonly<Record<string, object>> = {
  CHART: { ...scheme, colorScheme: 'Sextant' },
  CHOROPLETH: scale,
  COHORT: scale,
  FUNNEL: scheme,
  MAP: scheme,
  PIVOT: scheme,
  SANKEY: scheme,
  SUNBURST_SEQUENCE: scheme,
  WORD_CLOUD: scheme,
}

/** The colors that the editor writes into a new visualization. */
export function withNewColors({ type, name, options }: DemoVisualization): DemoVisualization {
  return { type, name, options: { ...byType[type], ...options } }
}
