import { toInstant } from '#shared/format/dates.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'

export const colorScales = ['sequential', 'diverging'] as const
type ColorScale = (typeof colorScales)[number]
export type Scheme = 'light' | 'dark'

/** How a cell is painted by its value. Colors are written out, because exported pictures have no style sheets. */
export interface CellPaint {
  backgroundColor?: string
  backgroundImage?: string
  color: string
}

/** The values of a column from which the scale goes to which; null: nothing to compare. */
export interface ScaleRange {
  least: number
  most: number
}

type Channels = readonly [red: number, green: number, blue: number]

interface Shades {
  text: Channels
  /** of the scale: from the least to the most */
  sequential: readonly Channels[]
  diverging: readonly Channels[]
  bar: Channels
  negativeBar: Channels
}

/** Every shade, and every mixture of two neighbors, keeps 4.5:1 to the text (cell-scale.test.ts). */
export const shades: Readonly<Record<Scheme, Shades>> = {
  light: {
    text: [31, 35, 40],
    sequential: [
      [244, 246, 255],
      [199, 210, 254],
      [134, 154, 240],
    ],
    diverging: [
      [240, 158, 96],
      [250, 214, 184],
      [247, 247, 248],
      [196, 212, 250],
      [134, 154, 240],
    ],
    bar: [190, 202, 250],
    negativeBar: [246, 200, 168],
  },
  dark: {
    text: [236, 238, 241],
    sequential: [
      [32, 36, 56],
      [46, 56, 110],
      [66, 82, 170],
    ],
    diverging: [
      [146, 76, 24],
      [92, 58, 38],
      [40, 42, 48],
      [46, 56, 110],
      [66, 82, 170],
    ],
    bar: [56, 68, 138],
    negativeBar: [118, 66, 30],
  },
}

export function hasPaint({ colorScale, bars }: TableColumn): boolean {
  return isScale(colorScale) || bars === true
}

function isScale(name: unknown): name is ColorScale {
  return colorScales.some((scale) => scale === name)
}

/** The number behind a cell: a date counts by its instant. */
export function scaledValue(value: unknown, type: string | null): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  if (type === 'date' || type === 'datetime') return toInstant(value)?.epoch ?? null
  if (type !== 'integer' && type !== 'float') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** The paint of a cell; null for what is no number, and where all values are equal. */
export function cellPaint(
  column: TableColumn,
  value: unknown,
  range: ScaleRange,
  scheme: Scheme,
): CellPaint | null {
  const number = scaledValue(value, column.type)
  if (number === null) return null
  const { text, sequential, diverging, bar, negativeBar } = shades[scheme]
  const paint: CellPaint = { color: css(text) }
  if (isScale(column.colorScale)) {
    const isDiverging = column.colorScale === 'diverging'
    const share = isDiverging ? divergingShare(number, range) : shareIn(number, range)
    if (share === null) return null
    paint.backgroundColor = css(mixed(isDiverging ? diverging : sequential, share))
  }
  if (column.bars === true && !isScale(column.colorScale)) {
    const image = barImage(number, range, css(number < 0 ? negativeBar : bar))
    if (image === null) return null
    paint.backgroundImage = image
  }
  return paint
}

function shareIn(value: number, { least, most }: ScaleRange): number | null {
  return most > least ? clamp((value - least) / (most - least)) : null
}

/** Around zero where the values have both signs, else around the middle. */
function divergingShare(value: number, { least, most }: ScaleRange): number | null {
  if (!(most > least)) return null
  const middle = least < 0 && most > 0 ? 0 : (least + most) / 2
  const reach = Math.max(most - middle, middle - least)
  return clamp(0.5 + (value - middle) / (2 * reach))
}

/** A bar from zero to the value; the cell is as wide as all values and zero need. */
function barImage(value: number, range: ScaleRange, color: string): string | null {
  const least = Math.min(0, range.least)
  const most = Math.max(0, range.most)
  if (!(most > least)) return null
  const at = (place: number) => Math.round(clamp((place - least) / (most - least)) * 1000) / 10
  const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))]
  return `linear-gradient(to right, transparent ${from}%, ${color} ${from}%, ${color} ${to}%, transparent ${to}%)`
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

export function mixed(stops: readonly Channels[], share: number): Channels {
  const place = share * (stops.length - 1)
  const index = Math.min(stops.length - 2, Math.floor(place))
  const [from, to] = [stops[index] as Channels, stops[index + 1] as Channels]
  const mix = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * (place - index))
  return [mix(0), mix(1), mix(2)]
}

export function css([red, green, blue]: Channels): string {
  return `rgb(${red}, ${green}, ${blue})`
}
