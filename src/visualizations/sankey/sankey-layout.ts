import type { Size } from '../parts/use-box-size.ts'
import type { SankeyFlows, SankeyNode } from './sankey-model.ts'

/** Pixels (docs/reference/other-visualizations.md#sankey). */
export const nodeWidth = 15
export const margin = 10
const nodeGap = 10
/** The largest share of the height that gaps may take. */
const gapShare = 0.5
const labelHeight = 14
const labelDistance = 6
/** Narrower labels are left out: they would be unreadable. */
const minLabel = 24
/** Labels of both sides share the last gap only when each gets at least this width. */
const minShared = 56

export interface SankeyLabel {
  side: 'left' | 'right'
  /** pixels; longer texts are cut with an ellipsis */
  width: number
}

export interface PlacedNode {
  /** upper left corner, in pixels, relative to the margins */
  x: number
  y: number
  height: number
  label: SankeyLabel | null
}

export interface SankeyLayout {
  /** in the order of the model's nodes */
  nodes: readonly PlacedNode[]
  width: number
  /** pixels per unit of value */
  scale: number
}

type Column = readonly { node: SankeyNode; index: number }[]

/**
 * Spreads the columns over the width, and the nodes of each column over the height. Ended paths take space at the bottom of
 * a column. They get no column of their own, which would leave the right of the chart empty.
 */
export function sankeyLayout(model: SankeyFlows, size: Size): SankeyLayout {
  const width = Math.max(nodeWidth, size.width - 2 * margin)
  const height = Math.max(1, size.height - 2 * margin)
  const columns = columnsOf(model)
  const most = Math.max(...columns.map((column) => column.length), 1)
  const gap = most > 1 ? Math.min(nodeGap, (height * gapShare) / (most - 1)) : 0
  const room = (column: Column) => (height - (column.length - 1) * gap) / sumOf(column)
  const scale = Math.min(...columns.map(room))
  const step = columns.length > 1 ? (width - nodeWidth) / (columns.length - 1) : 0
  const nodes: PlacedNode[] = model.nodes.map(() => ({ x: 0, y: 0, height: 0, label: null }))
  for (const [at, column] of columns.entries()) {
    const free = height - sumOf(column) * scale
    const between = column.length > 1 ? free / (column.length - 1) : 0
    let y = column.length > 1 ? 0 : free / 2
    for (const { node, index } of column) {
      nodes[index] = { x: at * step, y, height: node.value * scale, label: null }
      y += node.value * scale + between
    }
  }
  return { nodes: withLabels(nodes, columns, width), width, scale }
}

/** The columns from the first to the last that has a visible node. */
function columnsOf({ nodes }: SankeyFlows): Column[] {
  const levels = nodes.filter(({ hidden }) => !hidden).map(({ level }) => level)
  const [first, last] = [Math.min(...levels), Math.max(...levels)]
  const columns: { node: SankeyNode; index: number }[][] = []
  for (const [index, node] of nodes.entries()) {
    if (node.level < first || node.level > last) continue
    const column = columns[node.level - first] ?? []
    columns[node.level - first] = column
    column.push({ node, index })
  }
  // satisfies the type: no level between is empty, because paths pass through each level
  return columns.filter((column) => column !== undefined)
}

function sumOf(column: Column): number {
  return column.reduce((sum, { node }) => sum + node.value, 0)
}

interface Band {
  from: number
  to: number
}

/** Labels go right of their nodes, in the last column left. A label that would cross another one is left out. */
function withLabels(nodes: readonly PlacedNode[], columns: readonly Column[], width: number): PlacedNode[] {
  const placed = [...nodes]
  const gap = columns.length > 1 ? (width - nodeWidth) / (columns.length - 1) - nodeWidth : width - nodeWidth
  const shared = gap / 2 - labelDistance
  const isShared = shared >= minShared
  let beside: Band[] = []
  for (const [at, column] of columns.entries()) {
    const isLast = at === columns.length - 1 && at > 0
    const meets = isLast || at === columns.length - 2
    const room = meets && isShared ? shared : gap - 2 * labelDistance
    // the last gap holds labels of both columns
    const taken: Band[] = isLast && !isShared ? beside : []
    for (const { node, index } of column) {
      const own = placed[index]
      if (node.hidden || !own || room < minLabel) continue
      const middle = own.y + own.height / 2
      const band = { from: middle - labelHeight / 2, to: middle + labelHeight / 2 }
      if (taken.some(({ from, to }) => band.from < to && from < band.to)) continue
      taken.push(band)
      placed[index] = { ...own, label: { side: isLast ? 'left' : 'right', width: room } }
    }
    beside = taken
  }
  return placed
}
