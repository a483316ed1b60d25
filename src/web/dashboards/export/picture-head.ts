/** What stands above the picture. */
export interface PictureHead {
  name: string
  /** smaller: when it was made, the values of parameters */
  lines: readonly string[]
}
