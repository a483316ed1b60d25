import { colorsOfType, parseColor } from '../parts/colors.ts'

/** The share of the color in the bar: the rest is the page, so that numbers on the bar stay readable. */
const shares = { light: 0.45, dark: 0.5 }
const pages = { light: 255, dark: 26 }

/** The color of the bars by the scheme; null: that of Redash, from the style sheet. */
export function funnelBarColor(scheme: unknown, theme: 'light' | 'dark'): string | null {
  const channels = parseColor(colorsOfType(scheme, [])[0])
  if (!channels) return null
  const mixed = channels.map((channel) => Math.round(pages[theme] + (channel - pages[theme]) * shares[theme]))
  return `rgb(${mixed.join(', ')})`
}
