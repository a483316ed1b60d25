/** Indexes of points, in drawing order. */
export type Places = Int32Array

/**
 * Indexes that draw the same line as all values: of each run the first, lowest, highest and last value and a gap, so that no
 * extreme is lost. Null when that would save nothing.
 */
export function outlinePlaces(values: Float64Array, [from, to]: Span, runs: number): Places | null {
  const count = to - from
  if (count <= runs * 4) return null
  const places = new Int32Array(runs * 5)
  let length = 0
  for (let run = 0; run < runs; run++) {
    const start = from + Math.floor((run * count) / runs)
    const end = from + Math.floor(((run + 1) * count) / runs)
    for (const place of extremesOf(values, start, end)) places[length++] = place
  }
  return places.slice(0, length)
}

function extremesOf(values: Float64Array, start: number, end: number): number[] {
  let [low, high, gap] = [-1, -1, -1]
  for (let at = start; at < end; at++) {
    const value = values[at] ?? Number.NaN
    if (Number.isNaN(value)) gap = at
    else {
      if (low < 0 || value < (values[low] ?? 0)) low = at
      if (high < 0 || value > (values[high] ?? 0)) high = at
    }
  }
  const found = new Set([start, low, high, gap, end - 1])
  found.delete(-1)
  return [...found].sort((a, b) => a - b)
}

/** Indexes of the highest and the lowest value of each run: the visible ends of bars narrower than a pixel. */
export function peakPlaces(
  up: Float64Array,
  down: Float64Array,
  [from, to]: Span,
  runs: number,
): Places | null {
  const count = to - from
  if (count <= runs * 2) return null
  const places: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = from + Math.floor((run * count) / runs)
    const end = from + Math.floor(((run + 1) * count) / runs)
    let [high, low] = [start, start]
    for (let at = start + 1; at < end; at++) {
      if ((up[at] ?? Number.NaN) > (up[high] ?? 0) || Number.isNaN(up[high])) high = at
      if ((down[at] ?? Number.NaN) < (down[low] ?? 0) || Number.isNaN(down[low])) low = at
    }
    // a run without values below the axis has only one visible end
    const deep = (down[low] ?? 0) < 0 || down === up ? low : high
    places.push(Math.min(high, deep))
    if (high !== deep) places.push(Math.max(high, deep))
  }
  return Int32Array.from(places)
}

export type Span = readonly [from: number, to: number]

/** The points that a window on the X axis shows, and one more on each side. */
export function spanOf(xs: Float64Array, window: readonly [number, number] | null | undefined): Span {
  if (!window) return [0, xs.length]
  const inside = (x: number) => x >= window[0] && x <= window[1]
  const first = xs.findIndex(inside)
  if (first < 0) return [0, xs.length]
  return [Math.max(0, first - 1), Math.min(xs.length, xs.findLastIndex(inside) + 2)]
}

/** The values at the given indexes; all without indexes. */
export function picked(values: Float64Array, places: Places | null): Float64Array {
  if (!places) return values
  const result = new Float64Array(places.length)
  for (let at = 0; at < places.length; at++) result[at] = values[places[at] ?? 0] ?? Number.NaN
  return result
}
