import { contrastRatio, parseColor } from './colors.ts'

const minContrast = 1.6

/**
 * Returns a color with sufficient contrast to the background. A color that is nearly invisible there (black on a dark
 * theme, white on a light one) is mixed with white or black. For colored text use `least` 3.
 */
export function visibleOn(color: string, ground: string, minimum = minContrast): string {
  const channels = parseColor(color)
  const contrast = contrastRatio(color, ground)
  if (!channels || contrast === undefined || contrast >= minimum) return color
  const target = (contrastRatio(ground, '#ffffff') ?? 1) > (contrastRatio(ground, '#000000') ?? 1) ? 255 : 0
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = channels.map((channel) => Math.round(channel + (target - channel) * share))
    const text = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if ((contrastRatio(text, ground) ?? 0) >= minimum) return text
  }
  return color
}
