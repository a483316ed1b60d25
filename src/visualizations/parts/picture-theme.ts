/** Colours and type of the page, read by the renderer from its style sheet. */
export interface PictureTheme {
  /** ground that the chart stands on */
  ground: string
  text: string
  /** axis labels, titles */
  muted: string
  /** split lines and axis lines */
  line: string
  fontFamily: string
}

export const pictureTextSize = 12

/** Width of a text of ours in pixels, near enough for deciding where labels fit. */
export function textWidth(text: string): number {
  return text.length * pictureTextSize * 0.56
}
