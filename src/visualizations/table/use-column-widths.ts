import { useMemo, useRef } from 'react'
import { isNarrow, kindOf, searchText } from '../parts/columns/cell.ts'
import type { TableColumn } from '../parts/columns/column-options.ts'
import type { HostSettings, Row } from '../visualization.ts'
import { type ColumnLayout, fitWidths, widthLimits } from './column-layout.ts'

const sampledRows = 200
/** Of each column only the longest texts are measured. */
const measuredTexts = 3
/** Longer texts end in an ellipsis, if there is no room left. */
const usualLimit = 320
/** of the room, so that more than one column is in view on a phone */
const maxShare = 0.6
const maxWidth = 640
const minWidth = 56
const padding = 20
/** the sign of a sort and the button of the menu */
const headSigns = 60
const infoSign = 24
const filterSign = 16

/** Widths of the columns in pixels. Numbers and dates are never cut, also when later rows need more room. */
export function useColumnWidths(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  shownRows: readonly Row[],
  layout: ColumnLayout,
  room: number,
  settings: HostSettings,
  /** names of the columns with the sign of a filter */
  filtered: readonly string[],
): readonly number[] {
  const marked = filtered.join('\n')
  const wanted = useMemo(() => {
    // sampled evenly, so that later pages fit as well as the first
    const step = Math.max(1, Math.floor(rows.length / sampledRows))
    const sample = rows.filter((_, index) => index % step === 0)
    const signed = new Set(marked.split('\n'))
    return columns.map((column) => wantedWidth(column, sample, settings, signed.has(column.name)))
  }, [columns, rows, settings, marked])
  const grown = useGrownWidths(columns, wanted, shownRows, settings)
  return useMemo(() => {
    const set = columns.map(({ name, width }) => layout.widths[name] ?? validWidth(width))
    const free = set.reduce<number>((left, width) => left - (width ?? 0), room)
    const fitted = fitWidths(
      grown.map((width, index) => (set[index] === undefined ? width : 0)),
      room > 0 ? Math.max(minWidth, Math.min(usualLimit, room * maxShare)) : usualLimit,
      free,
    )
    return set.map((width, index) => width ?? (fitted[index] as number))
  }, [columns, grown, layout.widths, room])
}

function validWidth(width: unknown): number | undefined {
  return typeof width === 'number' && width >= widthLimits.min && width <= widthLimits.max ? width : undefined
}

function wantedWidth(
  column: TableColumn,
  sample: readonly Row[],
  settings: HostSettings,
  isFiltered: boolean,
): number {
  const signs = headSigns + (column.description === '' ? 0 : infoSign) + (isFiltered ? filterSign : 0)
  const title = textWidth(column.title, true) + signs
  const kind = kindOf(column)
  // the size of a picture is known only once it is there
  const picture = kind === 'image' ? Number.parseInt(column.imageWidth, 10) || 96 : 0
  const content = kind === 'image' ? picture : widest(sample.map((row) => searchText(column, row, settings)))
  return Math.ceil(Math.min(maxWidth, Math.max(minWidth, title, content + padding)))
}

function widest(texts: readonly string[]): number {
  const longest = [...new Set(texts)].sort((one, other) => other.length - one.length).slice(0, measuredTexts)
  return longest.reduce((width, text) => Math.max(width, textWidth(text)), 0)
}

interface Grown {
  wanted: readonly number[]
  widths: readonly number[]
}

/** Lets columns of numbers and dates grow with the rows that come into view; they never shrink again. */
function useGrownWidths(
  columns: readonly TableColumn[],
  wanted: readonly number[],
  shownRows: readonly Row[],
  settings: HostSettings,
): readonly number[] {
  const known = useRef<Grown>({ wanted, widths: wanted })
  return useMemo(() => {
    const before = known.current.wanted === wanted ? known.current.widths : wanted
    const widths = columns.map((column, index) => {
      const width = before[index] as number
      if (!isNarrow(kindOf(column)) || kindOf(column) === 'image') return width
      const content = widest(shownRows.map((row) => searchText(column, row, settings)))
      return Math.max(width, Math.ceil(content + padding))
    })
    const isSame = widths.every((width, index) => width === before[index])
    known.current = { wanted, widths: isSame ? before : widths }
    return known.current.widths
  }, [columns, wanted, shownRows, settings])
}

let context: CanvasRenderingContext2D | null | undefined
const fonts: { plain?: string; bold?: string } = {}

/** without a canvas, and for texts that are too long to matter */
const perCharacter = 7.2
const longest = 120

/** The width of a text in pixels, in the font of cells, or `bold` of titles. */
function textWidth(text: string, bold = false): number {
  if (text.length > longest) return text.length * perCharacter
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null || context === undefined) return text.length * perCharacter
  fonts.plain ??= `13px ${familyOf()}`
  fonts.bold ??= `600 12px ${familyOf()}`
  context.font = bold ? fonts.bold : fonts.plain
  // figures are tabular: all as wide as a zero
  return context.measureText(text.replace(/\d/g, '0')).width
}

function familyOf(): string {
  return getComputedStyle(document.body).fontFamily || 'sans-serif'
}
