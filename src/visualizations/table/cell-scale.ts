import { toInstant } from '#shared/format/dates.ts'
import { colorOnRamp, divergingScale, sequentialScale } from '../parts/color-scales.ts'
import { textColorOn } from '../parts/colors.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'

export const colorScales = ['sequential', 'diverging'] as const
type ColorScale = (typeof colorScales)[number]
export type Scheme = 'light' | 'dark'

/** How a cell is painted by its value. Colors are written out, because exported images have no style sheets. */
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

interface Bars {
  text: string
  bar: string
  negativeBar: string
}

/** Each bar keeps 4.5:1 to the text (cell-scale.test.ts). */
export const barColors: Readonly<Record<Scheme, Bars>> = {
  light: { text: '#1f2328', bar: '#beccfa', negativeBar: '#f6c8a8' },
  dark: { text: '#eceef1', bar: '#38448a', negativeBar: '#76421e' },
}

const ramps = { sequential: sequentialScale, diverging: divergingScale }

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
  if (isScale(column.colorScale)) {
    const share = column.colorScale === 'diverging' ? divergingShare(number, range) : shareIn(number, range)
    if (share === null) return null
    const backgroundColor = colorOnRamp(ramps[column.colorScale][scheme], share)
    return { backgroundColor, color: textColorOn(backgroundColor) ?? '#333333' }
  }
  if (column.bars !== true) return null
  const { text, bar, negativeBar } = barColors[scheme]
  const backgroundImage = barImage(number, range, number < 0 ? negativeBar : bar)
  return backgroundImage === null ? null : { backgroundImage, color: text }
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
