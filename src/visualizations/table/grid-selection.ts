/** A cell, by its place among all found rows and among the shown columns. */
export interface CellPlace {
  row: number
  column: number
}

/** A rectangle of cells: from the cell where it began to the cell where the keys act. */
export interface Selection {
  anchor: CellPlace
  active: CellPlace
}

/** `last…` are inclusive. */
export interface CellRange {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

/** The rows that the keys reach, and how many there are in view. */
export interface GridExtent {
  firstRow: number
  /** exclusive */
  endRow: number
  columns: number
  /** rows that Page Up and Page Down go by */
  rowsInView: number
}

export function selectCell(place: CellPlace): Selection {
  return { anchor: place, active: place }
}

export function extendTo({ anchor }: Selection, active: CellPlace): Selection {
  return { anchor, active }
}

export function rangeOf({ anchor, active }: Selection): CellRange {
  return {
    firstRow: Math.min(anchor.row, active.row),
    lastRow: Math.max(anchor.row, active.row),
    firstColumn: Math.min(anchor.column, active.column),
    lastColumn: Math.max(anchor.column, active.column),
  }
}

export function cellCount({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number {
  return (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1)
}

export function isOneCell({ anchor, active }: Selection): boolean {
  return anchor.row === active.row && anchor.column === active.column
}

/** All cells; the active one stays where it is. */
export function selectAll(extent: GridExtent): Selection {
  return {
    anchor: { row: extent.endRow - 1, column: extent.columns - 1 },
    active: { row: extent.firstRow, column: 0 },
  }
}

/** Whole rows, from the first chosen one to the other. */
export function selectRows(from: number, to: number, extent: GridExtent): Selection {
  return { anchor: { row: from, column: extent.columns - 1 }, active: { row: to, column: 0 } }
}

export function selectColumn(column: number, extent: GridExtent): Selection {
  return {
    anchor: { row: extent.endRow - 1, column },
    active: { row: extent.firstRow, column },
  }
}

/** The selection inside the present rows and columns; null if there are none. */
export function clampSelection(selection: Selection, extent: GridExtent): Selection | null {
  if (extent.endRow <= extent.firstRow || extent.columns === 0) return null
  const anchor = clamp(selection.anchor, extent)
  const active = clamp(selection.active, extent)
  return isSame(anchor, selection.anchor) && isSame(active, selection.active) ? selection : { anchor, active }
}

function clamp({ row, column }: CellPlace, { firstRow, endRow, columns }: GridExtent): CellPlace {
  return {
    row: Math.min(Math.max(row, firstRow), endRow - 1),
    column: Math.min(Math.max(column, 0), columns - 1),
  }
}

function isSame(one: CellPlace, other: CellPlace): boolean {
  return one.row === other.row && one.column === other.column
}

export interface PressedKey {
  key: string
  shift: boolean
  /** Ctrl, or Command on a Mac */
  mod: boolean
  /** on right-to-left pages the first column is at the right */
  isRtl: boolean
}

/** The selection after a key that moves; null for other keys. Without a selection, the first key selects the first cell. */
export function moveBy(
  selection: Selection | null,
  pressed: PressedKey,
  extent: GridExtent,
): Selection | null {
  const from = selection?.active ?? { row: extent.firstRow, column: 0 }
  const to = target(from, pressed, extent)
  if (to === null) return null
  if (selection === null) return selectCell(clamp(from, extent))
  const place = clamp(to, extent)
  return pressed.shift ? extendTo(selection, place) : selectCell(place)
}

function target({ row, column }: CellPlace, pressed: PressedKey, extent: GridExtent): CellPlace | null {
  const { key, mod, isRtl } = pressed
  const { firstRow, endRow, columns, rowsInView } = extent
  const next = isRtl ? 'ArrowLeft' : 'ArrowRight'
  const previous = isRtl ? 'ArrowRight' : 'ArrowLeft'
  switch (key) {
    case 'ArrowUp':
      return { row: mod ? firstRow : row - 1, column }
    case 'ArrowDown':
      return { row: mod ? endRow - 1 : row + 1, column }
    case next:
      return { row, column: mod ? columns - 1 : column + 1 }
    case previous:
      return { row, column: mod ? 0 : column - 1 }
    case 'PageUp':
      return { row: row - rowsInView, column }
    case 'PageDown':
      return { row: row + rowsInView, column }
    case 'Home':
      return { row: mod ? firstRow : row, column: 0 }
    case 'End':
      return { row: mod ? endRow - 1 : row, column: columns - 1 }
    default:
      return null
  }
}
