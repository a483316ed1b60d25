import { toInstant } from '#shared/format/dates.ts'
import { cellOf } from '../parts/cell-values.ts'
import type { VisualizationData } from '../visualization.ts'
import { type Interval, intervalOf, intervalsBetween } from './cohort-interval.ts'
import type { CohortOptions } from './cohort-options.ts'

/** A bucket of people, and how many of them reached each stage. */
export interface CohortRow {
  total: number
  /** one for each stage from the first; `undefined`: not in the result */
  values: readonly (number | undefined)[]
}

export interface CohortRows {
  /** epoch milliseconds of the first bucket; null when no row has a date */
  first: number | null
  interval: Interval
  rows: readonly CohortRow[]
  /** some rows or stages were left out: too many cells would freeze the browser */
  isCut: boolean
}

/** A year of days drawn diagonally has 66,795 cells. */
const maxCells = 70_000
const maxStages = 1000

/** Applies rules 1 to 5 of docs/reference/other-visualizations.md#cohort: groups, gaps and stages. */
export function cohortRows(data: VisualizationData, options: CohortOptions): CohortRows {
  const interval = intervalOf(options.timeInterval)
  const groups = groupsOf(data, options)
  const stages = stageRange(groups)
  const [firstGroup, lastGroup] = [groups[0], groups.at(-1)]
  if (!firstGroup || !lastGroup) return { first: null, interval, rows: [], isCut: false }
  const span = intervalsBetween(firstGroup.instant, lastGroup.instant, interval)
  const isSimple = options.mode === 'simple'
  const width = isSimple ? stages.last - stages.first + 1 : span + 1
  const rows: CohortRow[] = []
  let cells = 0
  const emit = (group: Group, isGap: boolean): boolean => {
    const count = Math.min(maxStages, isSimple ? (isGap ? 0 : width) : width - rows.length)
    const values = Array.from({ length: Math.max(0, count) }, (_, index) => {
      const value = group.values.get(stages.first + index)
      return isSimple ? value : (value ?? 0)
    })
    rows.push({ total: isGap ? 0 : group.total, values })
    cells += values.length + 2
    return cells < maxCells
  }
  const isWhole = emitAll(groups, interval, emit)
  return { first: firstGroup.instant, interval, rows, isCut: !isWhole || width > maxStages }
}

/** Emits the groups in order. Each missing interval becomes a gap row with the stages of the next group. */
function emitAll(
  groups: readonly Group[],
  interval: Interval,
  emit: (group: Group, isGap: boolean) => boolean,
): boolean {
  for (const [index, group] of groups.entries()) {
    const former = groups[index - 1]
    const gaps = former ? intervalsBetween(former.instant, group.instant, interval) - 1 : 0
    for (let gap = 0; gap < gaps; gap++) if (!emit(group, true)) return false
    if (!emit(group, false) && index < groups.length - 1) return false
  }
  return true
}

interface Group {
  instant: number
  total: number
  /** stage -> value */
  values: ReadonlyMap<number, number>
}

/** Groups rows by instant. The first row sets the total; the last value of a stage wins. */
function groupsOf(data: VisualizationData, options: CohortOptions): Group[] {
  const groups = new Map<number, { total: number; values: Map<number, number> }>()
  for (const { instant, stage, total, value } of sortedEntries(data, options)) {
    let group = groups.get(instant)
    if (!group) {
      group = { total: truncated(total), values: new Map() }
      groups.set(instant, group)
    }
    if (Number.isFinite(stage)) group.values.set(stage, truncated(value))
  }
  return [...groups].map(([instant, group]) => ({ instant, ...group }))
}

interface Entry {
  instant: number
  /** NaN: no stage; the row counts only for the total */
  stage: number
  total: number
  value: number
}

/** Rows with a date, sorted by date and stage; within a date, rows without a stage come last. */
function sortedEntries(data: VisualizationData, options: CohortOptions): Entry[] {
  const entries: Entry[] = []
  for (const row of data.rows) {
    const instant = toInstant(cellOf(row, options.dateColumn))
    if (!instant) continue
    entries.push({
      instant: instant.epoch,
      stage: Number.parseInt(String(cellOf(row, options.stageColumn)), 10),
      total: Number.parseFloat(String(cellOf(row, options.totalColumn))),
      value: Number.parseFloat(String(cellOf(row, options.valueColumn))),
    })
  }
  const rank = ({ stage }: Entry) => (Number.isFinite(stage) ? stage : Number.POSITIVE_INFINITY)
  return entries.sort((one, other) => one.instant - other.instant || compare(rank(one), rank(other)))
}

function compare(one: number, other: number): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Truncates fractions; NaN and infinities count as 0. */
function truncated(value: number): number {
  return Number.isFinite(value) ? Math.trunc(value) + 0 : 0
}

function stageRange(groups: readonly Group[]): { first: number; last: number } {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values } of groups) {
    for (const stage of values.keys()) {
      first = Math.min(first, stage)
      last = Math.max(last, stage)
    }
  }
  return first <= last ? { first, last } : { first: 0, last: -1 }
}
