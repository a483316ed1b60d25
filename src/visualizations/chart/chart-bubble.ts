import type { ChartOptions } from './chart-options.ts'

export type BubbleOptions = Pick<ChartOptions, 'sizemode' | 'coefficient'>

/** Diameter where no column gives a size, in pixels. */
export const plainBubble = 10

/**
 * Diameter of a bubble in pixels: the size times the coefficient, or with `area` the diameter of the circle whose
 * area grows with it; what is not above zero is not drawn (docs/reference/charts.md#traces).
 */
export function bubbleDiameter(size: number | null, { sizemode, coefficient }: BubbleOptions): number {
  const scaled = (size ?? 0) * (coefficient || 1)
  if (!(scaled > 0)) return 0
  return sizemode === 'area' ? Math.sqrt(2 * scaled) : scaled
}

/** What diameters are shrunk by, all alike, so that the largest bubble still leaves something else to be seen. */
export function bubbleScale(largest: number, room: number): number {
  const most = room * 0.6
  return largest > most ? most / largest : 1
}

/** The widest of all visible bubbles, in pixels before shrinking. */
export function largestBubble(
  visible: readonly { trace: { type: string; points: readonly { diameter?: number }[] } }[],
): number {
  let largest = 0
  for (const { trace } of visible) {
    if (trace.type !== 'bubble') continue
    for (const { diameter = 0 } of trace.points) largest = Math.max(largest, diameter)
  }
  return largest
}
