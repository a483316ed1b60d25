import type { CartesianModel } from './chart-model.ts'
import type { ZoomWindow } from './echarts-axes.ts'

/** A deeper zoom would show less than this share of the whole axis. */
const minShare = 1e-6

/** The whole X axis of a chart: of its values, or of the numbers of its categories. Null without points. */
export function wholeWindow({ x, traces }: Pick<CartesianModel, 'x' | 'traces'>): ZoomWindow | null {
  if (x.scale === 'category') return x.categories.length === 0 ? null : [0, x.categories.length - 1]
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { hidden, points } of traces) {
    if (hidden) continue
    for (const { x: at } of points) {
      if (typeof at !== 'number' || !Number.isFinite(at) || (x.scale === 'logarithmic' && at <= 0)) continue
      low = Math.min(low, at)
      high = Math.max(high, at)
    }
  }
  return high > low ? [low, high] : null
}

export interface ZoomStep {
  whole: ZoomWindow
  shown: ZoomWindow
  /** the place that stays where it is, as a share of what is shown: 0 is the low end */
  share: number
  /** over 1 shows less, below 1 more */
  factor: number
  scale: CartesianModel['x']['scale']
}

/** The window after a step of the wheel or of two fingers; null: everything is shown again. */
export function steppedWindow({ whole, shown, share, factor, scale }: ZoomStep): ZoomWindow | null {
  if (scale === 'logarithmic') {
    const linear = (window: ZoomWindow): ZoomWindow => [Math.log(window[0]), Math.log(window[1])]
    const stepped = stepOf(linear(whole), linear(shown), share, factor)
    return stepped && [Math.exp(stepped[0]), Math.exp(stepped[1])]
  }
  if (scale !== 'category') return stepOf(whole, shown, share, factor)
  return categoryStep(whole, shown, share, factor)
}

function stepOf(whole: ZoomWindow, shown: ZoomWindow, share: number, factor: number): ZoomWindow | null {
  const length = shown[1] - shown[0]
  const fixed = shown[0] + share * length
  const longest = whole[1] - whole[0]
  const next = Math.max(length / factor, longest * minShare)
  if (next >= longest) return null
  const low = Math.min(Math.max(fixed - share * next, whole[0]), whole[1] - next)
  return [low, low + next]
}

/** Whole categories, at least one more or less at each step: a small step would be rounded away each time. */
function categoryStep(
  whole: ZoomWindow,
  shown: ZoomWindow,
  share: number,
  factor: number,
): ZoomWindow | null {
  const count = shown[1] - shown[0] + 1
  const all = whole[1] - whole[0] + 1
  const next =
    factor > 1
      ? Math.max(1, Math.min(count - 1, Math.round(count / factor)))
      : Math.max(count + 1, Math.round(count / factor))
  if (next >= all) return null
  const low = Math.round(shown[0] + share * (count - next))
  const first = Math.min(Math.max(low, whole[0]), whole[1] - next + 1)
  return [first, first + next - 1]
}

/** Of one event of the wheel: trackpads send many small ones, wheels few large ones. */
export function wheelFactor({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * 30
  return Math.min(1.5, Math.max(1 / 1.5, 2 ** (-pixels / 100)))
}
