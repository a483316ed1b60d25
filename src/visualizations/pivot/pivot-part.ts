import type { PivotSide } from './compute-pivot.ts'

/** Which part of the rows or columns is shown: `count` from `first` on (from 0), of all. */
export interface Extent {
  first: number
  count: number
  of: number
  /** shown at once at most */
  page: number
}

/** Where the shown part begins. */
export interface PivotStart {
  row: number
  col: number
}

/** As many as fit from `start` on; a start beyond the end counts as the beginning. */
export function extentOf({ length }: Pick<PivotSide, 'length'>, start: number, most: number): Extent {
  const first = start < length ? start : 0
  return { first, count: Math.min(most, length - first), of: length, page: most }
}

export function placesIn({ first, count }: Extent): number[] {
  return Array.from({ length: count }, (_, index) => first + index)
}
