import chroma from 'chroma-js'
import { colorsOnRamp, isNewScale, sequentialScale } from '../parts/color-scales.ts'
import { contrastRatio, isDark, normalizeColor, textColorOn } from '../parts/colors.ts'
import { visibleOn } from '../parts/visible-color.ts'
import type { CohortColors } from './cohort-options.ts'

export interface RampColor {
  background: string
  text: string
}

/** The colors of the steps on a page: those of the new scale, or from `min` to `max`. */
export function cohortRampOn(colors: CohortColors, ground: string): RampColor[] {
  return isNewScale(colors)
    ? withText(colorsOnRamp(sequentialScale[isDark(ground) ? 'dark' : 'light'], colors.steps))
    : cohortRamp(colorsOnGround(colors, ground))
}

/** The colors of the steps from `min` to `max`, interpolated in HSL. */
export function cohortRamp({ min, max, steps }: CohortColors): RampColor[] {
  const [from, to] = [normalizeColor(min) ?? '#FFFFFF', normalizeColor(max) ?? '#002FB4']
  return withText(chroma.scale([from, to]).mode('hsl').colors(steps))
}

function withText(colors: readonly string[]): RampColor[] {
  return colors.map((background) => ({ background, text: textColorOn(background) ?? '#333333' }))
}

const strongContrast = 3

/**
 * White means "nothing" because it is the background of a light page. On a dark ground, a ramp from white therefore starts
 * at the ground instead, so that empty cells do not glare, and its other end is light enough to stand out.
 */
export function colorsOnGround(colors: CohortColors, ground: string): CohortColors {
  const startsAtWhite = (contrastRatio(colors.min, '#ffffff') ?? 21) < 1.05
  const groundColor = normalizeColor(ground)
  if (!startsAtWhite || !isDark(ground) || groundColor === undefined) return colors
  const max = visibleOn(colors.max, ground, strongContrast)
  // the start takes the hue of the end, so that the whole ramp has one hue, as a ramp from white has
  const [hue] = chroma(normalizeColor(max) ?? '#002FB4').hsl()
  const [, saturation, lightness] = chroma(groundColor).hsl()
  return { ...colors, min: chroma.hsl(hue, Number.isNaN(hue) ? 0 : saturation, lightness).hex(), max }
}
