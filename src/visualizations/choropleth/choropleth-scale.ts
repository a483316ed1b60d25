import chroma from 'chroma-js'
import type { ClusteringMode } from './choropleth-options.ts'

/** A class of values: those up to its limit that no lower class has. */
export interface ColorClass {
  limit: number
  /** `#rrggbb` */
  color: string
}

export interface ScaleOptions {
  mode: ClusteringMode
  steps: number
  min: string
  max: string
}

/** The classes of values, lowest first (docs/reference/other-visualizations.md#choropleth-drawing); none without values. */
export function colorClasses(
  values: readonly number[],
  { mode, steps, min, max }: ScaleOptions,
): ColorClass[] {
  const distinct = [...new Set(values.filter(Number.isFinite))].sort((one, other) => one - other)
  const count = Math.min(distinct.length, steps)
  const [first] = distinct
  if (first === undefined) return []
  if (count === 1) return [{ limit: distinct.at(-1) ?? first, color: max }]
  const classLimits = limitsOf(distinct, mode, count - 1)
  const colors = chroma.scale([min, max]).colors(classLimits.length)
  return classLimits.map((limit, index) => ({ limit, color: colors[index] ?? max }))
}

/** Both ends are always among the limits; values near the end of what numbers can hold have nothing between. */
function limitsOf(distinct: number[], mode: ClusteringMode, classes: number): number[] {
  const ends = [distinct[0], distinct.at(-1)].filter((end) => end !== undefined)
  const found = chroma.limits(distinct, mode, classes).filter(Number.isFinite)
  return [...new Set([...found, ...ends])].sort((one, other) => one - other)
}

/** The colour of the first limit that is not below the value. */
export function colorOf(value: number, classes: readonly ColorClass[]): string | undefined {
  return (classes.find(({ limit }) => limit >= value) ?? classes.at(-1))?.color
}
