import chroma from 'chroma-js'
import { colorsOnRamp, isNewScale, sequentialScale } from '../parts/color-scales.ts'
import type { ClusteringMode } from './choropleth-options.ts'

/** A class of values: up to its limit, above the limit of the previous class. */
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

/** The classes of values, lowest first (docs/reference/other-visualizations.md#choropleth-drawing); empty without values. */
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
  const colors = isNewScale({ min, max })
    ? colorsOnRamp(sequentialScale.light, classLimits.length)
    : chroma.scale([min, max]).colors(classLimits.length)
  return classLimits.map((limit, index) => ({ limit, color: colors[index] ?? max }))
}

/** Limits always include minimum and maximum. Extremely large ranges have no limits between. */
function limitsOf(distinct: number[], mode: ClusteringMode, classes: number): number[] {
  const ends = [distinct[0], distinct.at(-1)].filter((end) => end !== undefined)
  const found = chroma.limits(distinct, mode, classes).filter(Number.isFinite)
  return [...new Set([...found, ...ends])].sort((one, other) => one - other)
}

/** The color of the first class whose limit is not below the value. */
export function colorOf(value: number, classes: readonly ColorClass[]): string | undefined {
  return (classes.find(({ limit }) => limit >= value) ?? classes.at(-1))?.color
}
