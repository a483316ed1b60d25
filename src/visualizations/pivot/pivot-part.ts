import type { PivotSide } from './compute-pivot.ts'

/** The shown part of the rows or columns: `count` from the 0-based `first` on, `of` all. */
export interface Extent {
  first: number
  count: number
  of: number
  /** maximum shown at once */
  page: number
}

/** The start of the shown part. */
export interface PivotStart {
  row: number
  col: number
}

/** The part from `start` on with up to `most` items; a start beyond the end counts as 0. */
export function extentOf({ length }: Pick<PivotSide, 'length'>, start: number, max: number): Extent {
  const first = start < length ? start : 0
  return { first, count: Math.min(max, length - first), of: length, page: max }
}

export function positionsIn({ first, count }: Extent): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
