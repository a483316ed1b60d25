import { colorsOnRamp, isNewScale, sequentialScale } from '../parts/color-scales.ts'
import { contrastRatio, isDark, normalizeColor, parseColor } from '../parts/colors.ts'
import type { VisualizationTheme } from '../parts/visualization-theme.ts'
import type { ChoroplethModel } from './choropleth-model.ts'
import { type ChoroplethColor, defaultColors } from './choropleth-options.ts'

/** Below this contrast, most people see no difference. */
const minContrast = 1.12

/** Colors after applying the theme. */
export interface DrawnColors {
  background: string
  borders: string
  noValue: string
  /** maps the color of a class or region */
  ofValue(color: string): string
}

/**
 * Applies the theme. Every stored visualization contains the default colors, which suit white pages but glare on dark
 * ones. So default colors follow the page: its background, borders in the background color, and a quiet gray. Custom
 * colors stay unchanged.
 */
export function drawnColors(
  { colors, legend }: Pick<ChoroplethModel, 'colors' | 'legend'>,
  theme: VisualizationTheme,
): DrawnColors {
  const isDefault = (name: ChoroplethColor) =>
    normalizeColor(colors[name]) === normalizeColor(defaultColors[name])
  const background = isDefault('background') ? theme.ground : colors.background
  const noValue = isDefault('noValue') ? quietOn(background) : colors.noValue
  const ofClass = classColorsOn(background, colors, legend)
  const isAnyInvisible = [noValue, ...legend.map(({ color }) => ofClass.get(color) ?? color)].some(
    (color) => (contrastRatio(color, background) ?? minContrast) < minContrast,
  )
  // a class in nearly the background color gets visible borders: changing its color would break the color order
  const borders = isAnyInvisible
    ? mixed(background, isDark(background) ? '#ffffff' : '#000000', 0.3)
    : background
  return {
    background,
    borders: isDefault('borders') ? borders : colors.borders,
    noValue,
    ofValue: (color) => ofClass.get(color) ?? (color === colors.noValue ? noValue : color),
  }
}

/** On a dark background the classes of the new scale take the colors that it has there. */
function classColorsOn(
  background: string,
  colors: ChoroplethModel['colors'],
  legend: ChoroplethModel['legend'],
): ReadonlyMap<string, string> {
  if (!isNewScale(colors) || !isDark(background)) return new Map()
  const drawn = colorsOnRamp(sequentialScale.dark, legend.length).reverse()
  return new Map(legend.map(({ color }, index) => [color, drawn[index] ?? color]))
}

/** `#dddddd` on white; a less contrasting gray on dark backgrounds. */
function quietOn(background: string): string {
  return isDark(background) ? mixed(background, '#ffffff', 0.085) : mixed(background, '#000000', 0.135)
}

/** The color of a hovered region. */
export function darker(color: string): string {
  return mixed(color, '#000000', 0.25)
}

function mixed(color: string, other: string, share: number): string {
  const [from, to] = [parseColor(color), parseColor(other)]
  if (!from || !to) return color
  const channels = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? channel) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
