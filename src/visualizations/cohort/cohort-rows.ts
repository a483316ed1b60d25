import { toInstant } from '#shared/format/dates.ts'
import { cellOf } from '../parts/cell-values.ts'
import type { VisualizationData } from '../visualization.ts'
import type { Interval } from './cohort-interval.ts'
import { intervalOf, intervalsBetween } from './cohort-interval.ts'
import type { CohortOptions } from './cohort-options.ts'

/** One row of the cohort: a bucket of people, and how many of them came to each stage. */
export interface CohortRow {
  total: number
  /** from the first stage on; `undefined`: the result says nothing of it */
  values: readonly (number | undefined)[]
}

export interface CohortRows {
  /** epoch milliseconds of the first bucket; null when no row has a date */
  first: number | null
  interval: Interval
  rows: readonly CohortRow[]
  /** rows or stages were left out: more would bring a browser down */
  isCut: boolean
}

/** A year of days drawn diagonally has 66,795 cells. */
const maxCells = 70_000
const maxStages = 1000

/** Groups, gaps and stages as rules 1 to 5 of docs/reference/other-visualizations.md#cohort have them. */
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

/** Before each group a gap row for every interval that is missing, which has the stages of the group to come. */
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

/** Rows of one instant are one group; its total is that of its first row, and of a stage the last value counts. */
function groupsOf(data: VisualizationData, options: CohortOptions): Group[] {
  const groups = new Map<number, { total: number; values: Map<number, number> }>()
  for (const { instant, stage, total, value } of sortedEntries(data, options)) {
    let group = groups.get(instant)
    if (!group) {
      group = { total: whole(total), values: new Map() }
      groups.set(instant, group)
    }
    if (Number.isFinite(stage)) group.values.set(stage, whole(value))
  }
  return [...groups].map(([instant, group]) => ({ instant, ...group }))
}

interface Entry {
  instant: number
  /** NaN: none; its row counts for the total alone */
  stage: number
  total: number
  value: number
}

/** Rows that have a date, by date and stage; those without a stage come last. */
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

/** Fractions are cut off; what is no number counts as 0. */
function whole(value: number): number {
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
