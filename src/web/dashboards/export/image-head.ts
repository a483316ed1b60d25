/** The heading above the image. */
export interface ImageHead {
  name: string
  /** in smaller type: when it was made, the values of parameters */
  lines: readonly string[]
}
