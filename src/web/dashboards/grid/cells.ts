import { type GridItem, gridColumns, gridGap, rowHeight } from '#shared/dashboards/grid.ts'

type Place = Pick<GridItem, 'col' | 'row'>
type Size = Pick<GridItem, 'sizeX' | 'sizeY'>

/** Pixels from one column to the next in a grid of this width. */
export function columnStep(gridWidth: number): number {
  return (gridWidth + gridGap) / gridColumns
}

export function heightOfRows(rows: number): number {
  return rows * rowHeight - gridGap
}

/** The rows that content of this height needs (docs/reference/dashboards.md#auto-height). */
export function rowsOfHeight(height: number): number {
  return Math.ceil((height + gridGap) / rowHeight)
}

/** The cell nearest to a dragged box. */
export function cellAt(from: Place, dx: number, dy: number, gridWidth: number): Place {
  return {
    col: from.col + Math.round(dx / columnStep(gridWidth)),
    row: from.row + Math.round(dy / rowHeight),
  }
}

/** The size nearest to the dragged edges. */
export function sizeAt(from: Size, dx: number, dy: number, gridWidth: number): Size {
  return {
    sizeX: from.sizeX + Math.round(dx / columnStep(gridWidth)),
    sizeY: from.sizeY + Math.round(dy / rowHeight),
  }
}

/** The number of rows in use; 0: the grid is empty. */
export function rowsInUse(items: readonly GridItem[]): number {
  return items.reduce((rows, { row, sizeY }) => Math.max(rows, row + sizeY), 0)
}
