import { plural, t } from '#shared/messages/translate.ts'
import { hasColumn } from '../parts/cell-values.ts'
import { colorSchemeOf } from '../parts/colors.ts'
import type { HostSettings, VisualizationData } from '../visualization.ts'
import { hasRowPerStep, levelColumns, type Sequence, sequencesOf, valueColumn } from './sunburst-sequences.ts'

export interface Segment {
  name: string
  /** 1 for the innermost ring */
  depth: number
  value: number
  color: string
  /** index of the segment that it lies around; null in the innermost ring */
  parent: number | null
  /** `12.3%`, or `< 1.0%`, of all */
  percent: string
}

export interface SunburstRings {
  kind: 'rings'
  /** each after the one it lies around; brothers by descending value */
  segments: readonly Segment[]
  /** rings */
  depth: number
  total: number
  /** what the picture leaves out, in words */
  notes: readonly string[]
}

/** A picture, or what is missing for one. */
export type SunburstModel = SunburstRings | { kind: 'message'; text: string }

/** Narrower segments are not drawn, in radians (docs/reference/other-visualizations.md#sunburst). */
const minAngle = 0.005
/** Rings beyond these would be lines. */
const maxRings = 50

/** Sequences as rings around a centre (docs/reference/other-visualizations.md#sunburst). */
export function sunburstModel(data: VisualizationData, settings: HostSettings): SunburstModel {
  const missing = missingFor(data)
  if (missing !== null) return { kind: 'message', text: missing }
  const sequences = sequencesOf(data, settings)
  const counted = sequences.filter(({ size, path }) => size > 0 && path.length > 0)
  if (counted.length === 0) {
    return { kind: 'message', text: t('There is nothing to draw: no sequence has a value of 1 or more.') }
  }
  return rings(treeOf(counted), sequences.length - counted.length)
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
  /** what ended here and what went on */
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
 * A branch is as wide as all that passed it. What ended on it leaves room without a segment around it, as Redash's
 * hidden exit does.
 */
function rings(root: Branch, uncounted: number): SunburstRings {
  const segments: Segment[] = []
  const colorOf = colorsByName()
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

function colorsByName(): (name: string) => string {
  const { colors } = colorSchemeOf('D3 Category 10')
  const known = new Map<string, string>()
  return (name) => {
    const color = known.get(name) ?? colors[known.size % colors.length] ?? ''
    known.set(name, color)
    return color
  }
}

/** Three significant digits; small shares are not told apart. */
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
