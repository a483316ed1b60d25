import { plural, t } from '#shared/messages/translate.ts'
import { cellLabel, cellOf, hasColumn } from '../parts/cell-values.ts'
import { colorSchemeOf, colorsOfType } from '../parts/colors.ts'
import { wholePart } from '../parts/whole-part.ts'
import type { HostSettings, Row, VisualizationData } from '../visualization.ts'

const sequenceColumns = ['sequence', 'stage', 'node', 'value'] as const

const valueColumn = 'value'

/** A sunburst has no options but `color_scheme`; others that are stored are kept. */
export type SunburstOptions = Readonly<Record<string, unknown>>

export interface Segment {
  name: string
  /** 1 for the innermost ring */
  depth: number
  value: number
  color: string
  /** index of the segment inside of it; null in the innermost ring */
  parent: number | null
  /** share of the total: `12.3%` or `< 1.0%` */
  percent: string
}

export interface SunburstRings {
  kind: 'rings'
  /** parents before their children; siblings by descending value */
  segments: readonly Segment[]
  /** number of rings */
  depth: number
  total: number
  /** sentences about what the chart leaves out */
  notes: readonly string[]
}

/** A chart, or a sentence that says what is missing for one. */
export type SunburstModel = SunburstRings | { kind: 'message'; text: string }

/** Narrower segments are not drawn, in radians (docs/reference/other-visualizations.md#sunburst). */
const minAngle = 0.005

/** More rings would be as thin as lines. */
const maxRings = 50

/** Sequences as rings around a center (docs/reference/other-visualizations.md#sunburst). */
export function sunburstModel(
  data: VisualizationData,
  options: SunburstOptions,
  settings: HostSettings,
): SunburstModel {
  const missing = missingFor(data)
  if (missing !== null) return { kind: 'message', text: missing }
  const sequences = sequencesOf(data, settings)
  const counted = sequences.filter(({ size, path }) => size > 0 && path.length > 0)
  if (counted.length === 0) {
    return { kind: 'message', text: t('There is nothing to draw: no sequence has a value of 1 or more.') }
  }
  const colors = colorsOfType(options.color_scheme, colorSchemeOf('D3 Category 10').colors)
  return rings(treeOf(counted), sequences.length - counted.length, colors)
}

function missingFor(data: VisualizationData): string | null {
  if (!hasRowPerStep(data)) {
    if (!hasColumn(data, valueColumn) || levelColumns(data).length === 0) {
      return t(
        'A sunburst needs the columns sequence, stage, node and value; or value and one column for each level, such as stage1 and stage2.',
      )
    }
  }
  return data.rows.length === 0 ? t('There is nothing to draw: the result has no rows.') : null
}

interface Branch {
  name: string
  /** all sequences that end here or continue */
  value: number
  children: Map<string, Branch>
}

function treeOf(sequences: readonly Sequence[]): Branch {
  const root: Branch = { name: '', value: 0, children: new Map() }
  for (const { path, size } of sequences) {
    let branch = root
    root.value += size
    for (const name of path.slice(0, maxRings)) {
      const child = branch.children.get(name) ?? { name, value: 0, children: new Map() }
      branch.children.set(name, child)
      child.value += size
      branch = child
    }
  }
  return root
}

/**
 * A segment is as wide as the value of its branch. Sequences that end on it leave an empty space in the next ring, as
 * Redash's hidden exit does.
 */
function rings(root: Branch, uncounted: number, colors: readonly string[]): SunburstRings {
  const segments: Segment[] = []
  const colorOf = colorsByName(colors)
  let narrow = 0
  const add = (branch: Branch, depth: number, parent: number | null): void => {
    const children = [...branch.children.values()].sort((one, other) => other.value - one.value)
    for (const child of children) {
      if ((child.value / root.value) * 2 * Math.PI < minAngle) {
        narrow++
        continue
      }
      const { name, value } = child
      const percent = percentText(value, root.value)
      const index = segments.push({ name, depth, value, color: colorOf(name), parent, percent }) - 1
      add(child, depth + 1, index)
    }
  }
  add(root, 1, null)
  const depth = Math.max(...segments.map((segment) => segment.depth), 1)
  return { kind: 'rings', segments, depth, total: root.value, notes: notesOf(narrow, uncounted) }
}

function colorsByName(colors: readonly string[]): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const color = known.get(name) ?? colors[known.size % colors.length] ?? ''
    known.set(name, color)
    return color
  }
}

/** Three significant digits; every share below 1 % is `< 1.0%`. */
export function percentText(value: number, total: number): string {
  const percent = (100 * value) / total
  return percent < 1 ? '< 1.0%' : `${percent.toPrecision(3)}%`
}

function notesOf(narrow: number, uncounted: number): string[] {
  const notes: string[] = []
  if (narrow > 0)
    notes.push(
      plural(narrow, {
        one: '{count} segment is too narrow to be drawn.',
        other: '{count} segments are too narrow to be drawn.',
      }),
    )
  if (uncounted > 0) {
    notes.push(
      plural(uncounted, {
        one: '{count} sequence without a value or without steps is left out.',
        other: '{count} sequences without a value or without steps are left out.',
      }),
    )
  }
  return notes
}

/** The segments from the innermost ring to this one. */
export function pathTo({ segments }: SunburstRings, index: number): Segment[] {
  const path: Segment[] = []
  for (let at: number | null = index; at !== null; ) {
    const segment: Segment | undefined = segments[at]
    if (!segment) break
    path.unshift(segment)
    at = segment.parent
  }
  return path
}

/** A path from the center outwards. */
interface Sequence {
  path: readonly string[]
  /** how often the path was taken; 0 without a number */
  size: number
}

/** True: a row for each step (contract A). False: a row for each sequence (contract B). */
function hasRowPerStep(data: VisualizationData): boolean {
  return sequenceColumns.every((name) => hasColumn(data, name))
}

/** The sequences that the result describes, in its order (docs/reference/other-visualizations.md#sunburst). */
function sequencesOf(data: VisualizationData, settings: HostSettings): Sequence[] {
  return hasRowPerStep(data) ? fromSteps(data, settings) : fromRows(data, settings)
}

type Labels = (row: Row, column: string) => string

function labelsOf(data: VisualizationData, settings: HostSettings): Labels {
  const typeOf = new Map(data.columns.map(({ name, type }) => [name, type]))
  return (row, column) => cellLabel(cellOf(row, column), typeOf.get(column), settings)
}

/** Contract A: steps sorted by stage; the first row of a sequence in the result gives its size. */
function fromSteps(data: VisualizationData, settings: HostSettings): Sequence[] {
  const labelOf = labelsOf(data, settings)
  const groups = new Map<string, Row[]>()
  for (const row of data.rows) {
    const key = labelOf(row, 'sequence')
    const group = groups.get(key) ?? []
    group.push(row)
    groups.set(key, group)
  }
  return [...groups.values()].map((rows) => ({
    path: rows
      .toSorted((one, other) => compareStages(one.stage, other.stage))
      .map((row) => labelOf(row, 'node'))
      .filter((label) => label !== ''),
    size: wholePart(rows[0]?.value) ?? 0,
  }))
}

/** Numbers, also as texts, come first by value, then other texts by the alphabet, then null. */
function compareStages(one: unknown, other: unknown): number {
  const [a, b] = [stageNumber(one), stageNumber(other)]
  if (a !== null && b !== null) return a - b
  if (a !== null || b !== null) return a !== null ? -1 : 1
  const isNothing = (cell: unknown) => Number(cell === null || cell === undefined)
  if (isNothing(one) || isNothing(other)) return isNothing(one) - isNothing(other)
  const [text, otherText] = [String(one), String(other)]
  return text < otherText ? -1 : text > otherText ? 1 : 0
}

function stageNumber(cell: unknown): number | null {
  if (typeof cell === 'string' && cell.trim() === '') return null
  if (typeof cell !== 'number' && typeof cell !== 'string') return null
  const number = Number(cell)
  return Number.isNaN(number) ? null : number
}

/** Contract B: every column but the value is a level, by name; empty cells, 0 and false are left out. */
function fromRows(data: VisualizationData, settings: HostSettings): Sequence[] {
  const labelOf = labelsOf(data, settings)
  const levels = levelColumns(data)
  return data.rows.map((row) => ({
    path: levels
      .filter((column) => Boolean(cellOf(row, column)))
      .map((column) => labelOf(row, column))
      .filter((label) => label !== ''),
    size: wholePart(cellOf(row, valueColumn)) ?? 0,
  }))
}

/** The levels of contract B, from the center outwards. */
function levelColumns(data: VisualizationData): string[] {
  return data.columns
    .map(({ name }) => name)
    .filter((name) => name !== valueColumn)
    .sort()
}
