import { colorSchemeOf } from '../parts/colors.ts'
import { type ChartOptions, seriesOptionsOf } from './chart-options.ts'

/** Colours of the series in their order: stored, else from the scheme (docs/reference/charts.md#traces, step 1). */
export function seriesColors(names: readonly string[], options: ChartOptions): string[] {
  const automatic = schemeColors(options.color_scheme, names.length)
  return names.map((name, index) => {
    const stored = seriesOptionsOf(options, name).color
    return typeof stored === 'string' && stored !== '' ? stored : (automatic[index] ?? '')
  })
}

/** `count` colours of a scheme: a discrete one starts again at its end, a continuous one is spread. */
export function schemeColors(scheme: string, count: number): string[] {
  const { colors, continuous } = colorSchemeOf(scheme)
  const spread = continuous && colors.length > count
  return Array.from({ length: count }, (_, index) => {
    const at = spread
      ? Math.round((index * (colors.length - 1)) / Math.max(1, count - 1))
      : index % colors.length
    return colors[at] ?? ''
  })
}
