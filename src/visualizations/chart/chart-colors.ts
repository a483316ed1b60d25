import { colorSchemeOf, contrastRatio, parseColor } from '../parts/colors.ts'
import { type ChartOptions, seriesOptionsOf } from './chart-options.ts'

/** Colours of the series in their order: stored, else from the scheme (reference-visualizations 4.3, step 1). */
export function seriesColors(names: readonly string[], options: ChartOptions): string[] {
  const automatic = schemeColors(options.color_scheme, names.length)
  return names.map((name, index) => {
    const stored = seriesOptionsOf(options, name).color
    return stored || (automatic[index] ?? '')
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

const leastContrast = 1.6

/**
 * The colour as drawn on a ground: one that nearly vanishes there (black on a dark theme, white on a light one)
 * is moved towards the other end until it shows.
 */
export function visibleOn(color: string, ground: string): string {
  const channels = parseColor(color)
  const contrast = contrastRatio(color, ground)
  if (!channels || contrast === undefined || contrast >= leastContrast) return color
  const target = (contrastRatio(ground, '#ffffff') ?? 1) > (contrastRatio(ground, '#000000') ?? 1) ? 255 : 0
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = channels.map((channel) => Math.round(channel + (target - channel) * share))
    const text = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if ((contrastRatio(text, ground) ?? 0) >= leastContrast) return text
  }
  return color
}
