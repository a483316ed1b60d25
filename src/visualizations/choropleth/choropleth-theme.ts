import { contrastRatio, normalizeColor, parseColor } from '../parts/colors.ts'
import type { PictureTheme } from '../parts/picture-theme.ts'
import type { ChoroplethModel } from './choropleth-model.ts'
import { type ChoroplethColor, defaultColors } from './choropleth-options.ts'

/** Less is no difference to most eyes. */
const minContrast = 1.12

/** Colours as drawn. */
export interface DrawnColors {
  background: string
  borders: string
  noValue: string
  /** of a class or a region */
  ofValue(color: string): string
}

/**
 * Every stored visualization has the default colours in its options, chosen for white pages: a white ground with light
 * grey regions glares on a dark one. So a colour that nobody changed means "as the page": its ground, borders in the
 * colour of the ground, and a quiet grey. Colours that somebody chose are drawn as chosen.
 */
export function drawnColors(
  { colors, legend }: Pick<ChoroplethModel, 'colors' | 'legend'>,
  theme: PictureTheme,
): DrawnColors {
  const isDefault = (name: ChoroplethColor) =>
    normalizeColor(colors[name]) === normalizeColor(defaultColors[name])
  const background = isDefault('background') ? theme.ground : colors.background
  const noValue = isDefault('noValue') ? quietOn(background) : colors.noValue
  const isAnyLost = [noValue, ...legend.map(({ color }) => color)].some(
    (color) => (contrastRatio(color, background) ?? minContrast) < minContrast,
  )
  // a class in nearly the colour of the ground shows by its borders: changing it would break the order of the colours
  const borders = isAnyLost ? mixed(background, isDark(background) ? '#ffffff' : '#000000', 0.3) : background
  return {
    background,
    borders: isDefault('borders') ? borders : colors.borders,
    noValue,
    ofValue: (color) => (color === colors.noValue ? noValue : color),
  }
}

/** `#dddddd` on white; on a dark ground, where light leaps to the eye, less of it. */
function quietOn(background: string): string {
  return isDark(background) ? mixed(background, '#ffffff', 0.085) : mixed(background, '#000000', 0.135)
}

/** Under the pointer. */
export function darker(color: string): string {
  return mixed(color, '#000000', 0.25)
}

function isDark(color: string): boolean {
  return (contrastRatio(color, '#ffffff') ?? 1) > (contrastRatio(color, '#000000') ?? 1)
}

function mixed(color: string, other: string, share: number): string {
  const [from, to] = [parseColor(color), parseColor(other)]
  if (!from || !to) return color
  const channels = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? channel) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
