import { newScale } from './color-scales.ts'
import { baseColors, namedColors, newColorScheme } from './colors.ts'

/** The colors that pickers of a single color offer: of the new scheme, then Redash's. */
export const schemeColorPresets: Readonly<Record<string, string>> = {
  White: '#FFFFFF',
  ...namedColors(newColorScheme),
  ...baseColors,
}

/** The colors that pickers of the ends of a scale offer. */
export const scaleColorPresets: Readonly<Record<string, string>> = {
  'Light Indigo': newScale.min,
  'Dark Indigo': newScale.max,
  ...schemeColorPresets,
}
