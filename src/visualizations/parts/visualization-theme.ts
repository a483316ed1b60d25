/** Colors and font of the page. */
export interface VisualizationTheme {
  /** background */
  ground: string
  text: string
  /** axis labels, titles */
  muted: string
  /** split lines and axis lines */
  line: string
  fontFamily: string
}

export const visualizationTextSize = 12

/** Approximate width of a text in pixels, to decide where labels fit. */
export function textWidth(text: string): number {
  return text.length * visualizationTextSize * 0.56
}
