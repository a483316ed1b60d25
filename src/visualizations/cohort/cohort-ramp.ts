import chroma from 'chroma-js'
import { contrastRatio, normalizeColor, textColorOn } from '../parts/colors.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { CohortColors } from './cohort-options.ts'

export interface RampColor {
  background: string
  text: string
}

/** The colours of the classes, least first: from one to the other by hue, saturation and lightness. */
export function cohortRamp({ min, max, steps }: CohortColors): RampColor[] {
  const [from, to] = [normalizeColor(min) ?? '#FFFFFF', normalizeColor(max) ?? '#002FB4']
  return chroma
    .scale([from, to])
    .mode('hsl')
    .colors(steps)
    .map((background) => ({ background, text: readableOn(background) }))
}

const minContrast = 4.5
const strongContrast = 3

/** White or dark grey as on every coloured ground; on middle colours that is too faint, and black is taken. */
function readableOn(background: string): string {
  const usual = textColorOn(background) ?? '#333333'
  if ((contrastRatio(background, usual) ?? 0) >= minContrast) return usual
  const black = contrastRatio(background, '#000000') ?? 0
  return black > (contrastRatio(background, '#ffffff') ?? 0) ? '#000000' : '#ffffff'
}

/**
 * White means "nothing" because it is the ground of the page. On a dark ground the ramp therefore starts at that ground
 * instead of glaring where nobody is, and its other end is light enough to stand out.
 */
export function colorsOnGround(colors: CohortColors, ground: string): CohortColors {
  const startsAtWhite = (contrastRatio(colors.min, '#ffffff') ?? 21) < 1.05
  const isDark = (contrastRatio(ground, '#ffffff') ?? 1) > (contrastRatio(ground, '#000000') ?? 1)
  const groundColor = normalizeColor(ground)
  if (!startsAtWhite || !isDark || groundColor === undefined) return colors
  const max = visibleOn(colors.max, ground, strongContrast)
  // the whole ramp has the hue of its other end, as one from white has
  const [hue] = chroma(normalizeColor(max) ?? '#002FB4').hsl()
  const [, saturation, lightness] = chroma(groundColor).hsl()
  return { ...colors, min: chroma.hsl(hue, Number.isNaN(hue) ? 0 : saturation, lightness).hex(), max }
}
