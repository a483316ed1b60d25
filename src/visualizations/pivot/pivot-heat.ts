import { colorOnRamp, sequentialScale } from '../parts/color-scales.ts'
import { textColorOn } from '../parts/colors.ts'
import type { Pivot } from './compute-pivot.ts'
import type { Aggregate } from './pivot-aggregators.ts'
import type { RendererName } from './pivot-options.ts'

/** 0 for the smallest value of the scale, 255 for the largest; null for no color. */
export type Heat = number | null

export interface HeatScales {
  cell(row: number, col: number, value: Aggregate): Heat
  /** totals have separate scales, because they would dwarf the cells */
  rowTotal(value: Aggregate): Heat
  colTotal(value: Aggregate): Heat
}

type HeatMode = 'all' | 'row' | 'col'

const heatModes: Partial<Record<RendererName, HeatMode>> = {
  'Table Heatmap': 'all',
  'Table Col Heatmap': 'col',
  'Table Row Heatmap': 'row',
}

/** Scales over the whole pivot, even when only a part is shown. Null for renderers without heat. */
export function heatScales(pivot: Pivot, rendererName: RendererName): HeatScales | null {
  const mode = heatModes[rendererName]
  if (!mode) return null
  const { rows, cols } = pivot
  const rowTotals = rangeOfTotals(rows.length, pivot.rowTotal)
  const colTotals = rangeOfTotals(cols.length, pivot.colTotal)
  const whichOf = { all: () => 0, row: (row: number) => row, col: (_row: number, col: number) => col }[mode]
  const ranges = rangesOfCells(pivot, mode, whichOf)
  return {
    cell: (row, col, value) => heatIn(ranges[whichOf(row, col)], value),
    rowTotal: (value) => heatIn(rowTotals, value),
    colTotal: (value) => heatIn(colTotals, value),
  }
}

interface Range {
  min: number
  max: number
  count: number
}

function emptyRange(): Range {
  return { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, count: 0 }
}

function widen(range: Range, value: Aggregate): void {
  range.count++
  const number = numberOf(value)
  if (number === null) return
  range.min = Math.min(range.min, number)
  range.max = Math.max(range.max, number)
}

function rangesOfCells(pivot: Pivot, mode: HeatMode, whichOf: (row: number, col: number) => number): Range[] {
  const { rows, cols } = pivot
  const length = mode === 'all' ? 1 : mode === 'row' ? rows.length : cols.length
  const ranges = Array.from({ length }, emptyRange)
  pivot.eachCell((row, col, value) => {
    const range = ranges[whichOf(row, col)]
    if (range) widen(range, value)
  })
  const places = mode === 'all' ? rows.length * cols.length : mode === 'row' ? cols.length : rows.length
  // an empty combination counts as zero on the scale, like in Redash
  for (const range of ranges) if (range.count > 0 && range.count < places) widen(range, 0)
  return ranges
}

function rangeOfTotals(length: number, total: (place: number) => Aggregate): Range {
  const range = emptyRange()
  for (let place = 0; place < length; place++) widen(range, total(place))
  return range
}

function numberOf(value: Aggregate): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value === null || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function heatIn(range: Range | undefined, value: Aggregate): Heat {
  const number = numberOf(value)
  if (number === null || !range || !(range.max > range.min)) return null
  return Math.round((255 * (number - range.min)) / (range.max - range.min))
}

/**
 * Background and text color of a cell: on the new scale, or from white to red as in Redash. In the dark theme that scale
 * starts at a dark background instead of white.
 */
export function heatColors(
  heat: number,
  theme: 'light' | 'dark',
  isNew: boolean,
): { background: string; color: string } {
  const background = isNew
    ? colorOnRamp(sequentialScale[theme], heat / 255)
    : theme === 'light'
      ? `rgb(255, ${255 - heat}, ${255 - heat})`
      : `rgb(${mixed(heat, 36, 250)}, ${mixed(heat, 36, 60)}, ${mixed(heat, 36, 60)})`
  return { background, color: textColorOn(background) ?? '#333333' }
}

function mixed(heat: number, from: number, to: number): number {
  return Math.round(from + ((to - from) * heat) / 255)
}
