import { fillTemplate } from '#shared/format/template.ts'
import { utcText } from './chart-instant.ts'
import type { CartesianModel } from './chart-model.ts'
import type { PieModel } from './chart-pie.ts'
import type { Hovered } from './chart-tooltip.ts'
import type { Position } from './chart-values.ts'

export interface LinkPoint {
  x: string
  y: string
}

/** The points under the cursor as a link template sees them. */
export function linkPoints(model: CartesianModel | PieModel, hovered: readonly Hovered[]): LinkPoint[] {
  return hovered.flatMap((at): LinkPoint[] => {
    if (model.kind === 'pie') {
      const slice = model.donuts[at.trace]?.slices[at.point]
      return slice ? [{ x: slice.name, y: String(slice.value) }] : []
    }
    const trace = model.traces[at.trace]
    const axis = (trace?.side === 'right' && model.right) || model.left
    const box = trace?.boxes?.[at.point]
    if (box) return [{ x: rawText(box.x, model.x.scale), y: String(box.median) }]
    const point = trace?.points[at.point]
    return point ? [{ x: rawText(point.x, model.x.scale), y: rawText(point.y, axis.scale) }] : []
  })
}

function rawText(value: Position, scale: string): string {
  if (value === null) return ''
  return scale === 'datetime' && typeof value === 'number' ? utcText(value) : String(value)
}

/**
 * Where a click leads (docs/reference/charts.md#click-links): `@@x`, `@@y` are the first point, `@@x1`, `@@y1`, `@@x2`
 * … every point; what stays unresolved becomes empty. Only http(s) and relative addresses are followed, else null.
 */
export function linkTarget(template: string, points: readonly LinkPoint[]): string | null {
  const [first] = points
  if (!first) return null
  const values: Record<string, string> = { '@@x': first.x, '@@y': first.y }
  for (const [index, point] of points.entries()) {
    values[`@@x${index + 1}`] = point.x
    values[`@@y${index + 1}`] = point.y
  }
  const address = fillTemplate(template, values)
    .replace(/\{\{\s*\S+?\s*\}\}/g, '')
    .trim()
  return isFollowed(address) ? address : null
}

function isFollowed(address: string): boolean {
  if (address === '') return false
  try {
    const { protocol } = new URL(address, 'https://relative.invalid/')
    return protocol === 'https:' || protocol === 'http:'
  } catch {
    return false
  }
}
