/** Rows are drawn in steps of this many, so that not every turn of the wheel draws. */
const step = 8
/** Rows drawn beyond the visible ones, on each side. */
const overscan = 16
/** pixels; browsers draw nothing beyond 17 to 33 million */
const tallest = 12_000_000

/** A part of the rows: `last` is exclusive. */
export interface RowWindow {
  first: number
  last: number
}

/** The rows to draw for a view that begins `top` pixels below the start of the first row. */
export function windowAround(
  view: { top: number; height: number },
  rowHeight: number,
  count: number,
): RowWindow {
  const first = Math.floor(view.top / rowHeight) - overscan
  const last = Math.ceil((view.top + view.height) / rowHeight) + overscan
  return {
    first: Math.max(0, Math.min(count, Math.floor(first / step) * step)),
    last: Math.max(0, Math.min(count, Math.ceil(last / step) * step)),
  }
}

/**
 * The height of so many rows on the page. All rows are in it up to `tallest`; more are pressed together in its middle,
 * while its ends stay true to scale.
 */
export interface RowSpace {
  /** pixels that the rows need */
  needed: number
  /** pixels that they get */
  given: number
}

export function rowSpace(count: number, rowHeight: number): RowSpace {
  const needed = count * rowHeight
  return { needed, given: Math.min(needed, tallest) }
}

/** Where a place among all rows is on the page; both in pixels. */
export function toGiven(place: number, { needed, given }: RowSpace): number {
  if (needed === given) return place
  const end = given / 4
  if (place <= end) return place
  if (place >= needed - end) return given - (needed - place)
  return end + ((place - end) * (given - 2 * end)) / (needed - 2 * end)
}

/** The reverse of `toGiven`. */
export function toNeeded(place: number, { needed, given }: RowSpace): number {
  if (needed === given) return place
  const end = given / 4
  if (place <= end) return place
  if (place >= given - end) return needed - (given - place)
  return end + ((place - end) * (needed - 2 * end)) / (given - 2 * end)
}

/** pixels; a bar that is dragged goes farther with each pixel, wheels and keys do not */
const maxStep = 10_000

/** `offset`: pixels on the page minus pixels among the rows, for what is in view now. */
export interface ScrollPlace {
  scrolled: number
  offset: number
}

/**
 * The place after scrolling. Small steps move by as many pixels of rows, long ones jump to where the bar points. The
 * result differs from `scrolled` where the bar must be set again.
 */
export function scrollTo(scrolled: number, before: ScrollPlace, view: number, space: RowSpace): ScrollPlace {
  if (space.needed === space.given) return { scrolled, offset: 0 }
  const isStep = Math.abs(scrolled - before.scrolled) <= maxStep
  if (!isStep) return { scrolled, offset: scrolled - toNeeded(scrolled, space) }
  const top = Math.min(Math.max(0, scrolled - before.offset), space.needed - view)
  const right = toGiven(top, space)
  // far from where the bar should be, or at an end that is none
  const isFar = Math.abs(right - scrolled) > tallest / 50
  const isEnd = (scrolled <= 0 && top > 0) || (scrolled >= space.given - view && top < space.needed - view)
  const next = isFar || isEnd ? right : scrolled
  return { scrolled: next, offset: next - top }
}
