let context: CanvasRenderingContext2D | null | undefined
const fonts: { plain?: string; bold?: string } = {}

/** without a canvas, and for texts that are too long to matter */
const perCharacter = 7.2
const longest = 120

/** The width of a text in pixels, in the font of cells, or `bold` of titles. */
export function textWidth(text: string, bold = false): number {
  if (text.length > longest) return text.length * perCharacter
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null || context === undefined) return text.length * perCharacter
  fonts.plain ??= `13px ${familyOf()}`
  fonts.bold ??= `600 12px ${familyOf()}`
  context.font = bold ? fonts.bold : fonts.plain
  // figures are tabular: all as wide as a zero
  return context.measureText(text.replace(/\d/g, '0')).width
}

function familyOf(): string {
  return getComputedStyle(document.body).fontFamily || 'sans-serif'
}
