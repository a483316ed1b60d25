import { colorNames } from './color-names.ts'

/** The base palette in the order of automatic assignment (docs/reference/visualizations.md#colors). */
export const baseColors = {
  Blue: '#356AFF',
  Red: '#E92828',
  Green: '#3BD973',
  Purple: '#604FE9',
  Cyan: '#50F5ED',
  Orange: '#FB8D3D',
  'Light Blue': '#799CFF',
  Lilac: '#B554FF',
  'Light Green': '#8CFFB4',
  Brown: '#A55F2A',
  Black: '#000000',
  Gray: '#494949',
  Pink: '#FF7DE3',
  'Dark Blue': '#002FB4',
  'Indian Red': '#981717',
  'Green 2': '#17BF51',
  'Green 3': '#049235',
  'Dark Turquoise': '#00B6EB',
  'Dark Violet': '#A58AFF',
  'Pink 2': '#C63FA9',
} as const

/**
 * The palette of what is newly made. Each color keeps 3:1 to the page in both themes, and any two stay apart for
 * color-blind eyes (palette.test.ts).
 */
const sextantColors = {
  Indigo: '#4E55DB',
  Amber: '#D36E04',
  Sage: '#5B9371',
  Scarlet: '#CA1804',
  Azure: '#1798FD',
  Plum: '#A9379F',
  Umber: '#7D5F5E',
  Lavender: '#9F8CBB',
} as const

export interface ColorScheme {
  colors: readonly string[]
  continuous: boolean
}

function colorList(text: string): string[] {
  return text.split(' ')
}

const category10 = colorList(
  '#1f77b4 #ff7f0e #2ca02c #d62728 #9467bd #8c564b #e377c2 #7f7f7f #bcbd22 #17becf',
)

/** The color schemes by their stored names. */
export const colorSchemes: Readonly<Record<string, ColorScheme>> = {
  Sextant: { colors: Object.values(sextantColors), continuous: false },
  Redash: { colors: Object.values(baseColors), continuous: false },
  Viridis: {
    colors: colorList(
      '#440154 #48186a #472d7b #424086 #3b528b #33638d #2c728e #26828e #21918c #1fa088 #28ae80 #3fbc73 #5ec962 #84d44b #addc30 #d8e219 #fde725',
    ),
    continuous: true,
  },
  'Tableau 10': {
    colors: colorList('#4e79a7 #f28e2c #e15759 #76b7b2 #59a14f #edc949 #af7aa1 #ff9da7 #9c755f #bab0ab'),
    continuous: false,
  },
  'D3 Category 10': { colors: category10, continuous: false },
}
/** The scheme of stored options that name none: they were made before there was another one. */
export const defaultColorScheme = 'Redash'
/** The scheme that the options of every new visualization name. */
export const newColorScheme = 'Sextant'

/** The scheme of a stored name; an unknown name gives the default scheme. */
export function colorSchemeOf(name: unknown): ColorScheme {
  const known = typeof name === 'string' && Object.hasOwn(colorSchemes, name) ? colorSchemes[name] : undefined
  return known ?? { colors: Object.values(baseColors), continuous: false }
}

/** The colors of a scheme by the names that pickers show. */
export function namedColors(scheme: unknown): Readonly<Record<string, string>> {
  if (scheme === newColorScheme) return sextantColors
  const { colors } = colorSchemeOf(scheme)
  return colors.join() === Object.values(baseColors).join()
    ? baseColors
    : Object.fromEntries(colors.map((color) => [color.toUpperCase(), color]))
}

/**
 * The colors of a type that has no scheme in Redash: those that Redash draws it with, unless the options name another
 * scheme than Redash's.
 */
export function colorsOfType(scheme: unknown, redash: readonly string[]): readonly string[] {
  const isOther =
    typeof scheme === 'string' && scheme !== defaultColorScheme && Object.hasOwn(colorSchemes, scheme)
  return isOther ? colorSchemeOf(scheme).colors : redash
}

/** For sankey and word cloud; map groups and sunburst use `D3 Category 10`. */
export const d3Category20: readonly string[] = colorList(
  '#1f77b4 #aec7e8 #ff7f0e #ffbb78 #2ca02c #98df8a #d62728 #ff9896 #9467bd #c5b0d5 #8c564b #c49c94 #e377c2 #f7b6d2 #7f7f7f #c7c7c7 #bcbd22 #dbdb8d #17becf #9edae5',
)

type Channels = readonly [red: number, green: number, blue: number]

/** Parses `#rgb`, `#rrggbb` (also without `#`), `rgb(…)`, `hsl(…)` and CSS names, ignoring alpha; else `undefined`. */
export function parseColor(text: unknown): Channels | undefined {
  if (typeof text !== 'string') return undefined
  const trimmed = text.trim()
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(trimmed)?.[1]
  if (hex) return hexChannels(hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex)
  const named = colorNames.get(trimmed.toLowerCase())
  if (named) return hexChannels(named)
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+[\d.]+%?)?\s*\)$/i.exec(trimmed)
  if (!rgb) return hslChannels(trimmed)
  const channel = (at: number) => Math.min(255, Number(rgb[at]))
  return [channel(1), channel(2), channel(3)]
}

function hexChannels(wide: string): Channels {
  const channel = (at: number) => Number.parseInt(wide.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

const hslText =
  /^hsla?\(\s*([\d.]{1,8})(?:deg)?[\s,]+([\d.]{1,8})%[\s,]+([\d.]{1,8})%(?:[\s,/]+[\d.]+%?)?\s*\)$/i

function hslChannels(text: string): Channels | undefined {
  const [hue, saturation, lightness] = (hslText.exec(text) ?? []).slice(1).map(Number)
  if (hue === undefined || saturation === undefined || lightness === undefined) return undefined
  if (Number.isNaN(hue + saturation + lightness)) return undefined
  const light = Math.min(100, lightness) / 100
  const amplitude = (Math.min(100, saturation) / 100) * Math.min(light, 1 - light)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    return Math.round(255 * (light - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Upper-case `#RRGGBB`, as the color picker stores it; `undefined` when the text is not a color. */
export function normalizeColor(text: unknown): string | undefined {
  const channels = parseColor(text)
  return (
    channels && `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
  )
}

/** Relative luminance of WCAG 2. */
function luminance([red, green, blue]: Channels): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** WCAG contrast ratio of two colors, 1 to 21; `undefined` when one is not a color. */
export function contrastRatio(one: unknown, other: unknown): number | undefined {
  const first = parseColor(one)
  const second = parseColor(other)
  if (!first || !second) return undefined
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Whether white stands out more on a color than black. */
export function isDark(color: string): boolean {
  return (contrastRatio(color, '#ffffff') ?? 1) > (contrastRatio(color, '#000000') ?? 1)
}

const minTextContrast = 4.5

/**
 * The text color on a background: white or dark gray, whichever has more contrast, and black where neither has 4.5:1,
 * which then has; `null` when it is not a color.
 */
export function textColorOn(background: unknown): '#ffffff' | '#333333' | '#000000' | null {
  const white = contrastRatio(background, '#ffffff')
  const dark = contrastRatio(background, '#333333')
  if (white === undefined || dark === undefined) return null
  if (Math.max(white, dark) < minTextContrast) return '#000000'
  return white >= dark ? '#ffffff' : '#333333'
}
