import type { ChartOptions } from './chart-options.ts'

export type BubbleOptions = Pick<ChartOptions, 'sizemode' | 'coefficient'>

/** Diameter without a size column, in pixels. */
export const plainBubble = 10

/**
 * Diameter of a bubble in pixels: size times coefficient, or with `area` the diameter of a circle whose area is proportional
 * to it. 0, which is not drawn, unless the size is above zero (docs/reference/charts.md#traces).
 */
export function bubbleDiameter(size: number | null, { sizemode, coefficient }: BubbleOptions): number {
  const scaled = (size ?? 0) * (coefficient || 1)
  if (!(scaled > 0)) return 0
  return sizemode === 'area' ? Math.sqrt(2 * scaled) : scaled
}

/** A factor for all diameters, so that the largest bubble does not cover everything else. */
export function bubbleScale(largest: number, room: number): number {
  const max = room * 0.6
  return largest > max ? max / largest : 1
}

/** The largest diameter of all visible bubbles, in pixels before scaling. */
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
