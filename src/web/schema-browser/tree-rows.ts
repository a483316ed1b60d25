import type { SchemaHit, SchemaOutline, SchemaSearch } from './schema-index.ts'

/** One line of the tree: a table, or its column at index `column` of the shown columns. */
export interface TreeRow {
  table: number
  /** -1 for the table itself */
  column: number
  isOpen: boolean
}

/** Heights in px of a table and of a column (docs/reference/screens.md#constants-of-the-interface). */
export const tableRowHeight = 22
export const columnRowHeight = 18

/** The visible lines, from the tables, the open ones and the search, if any. */
export function treeRows(
  outline: SchemaOutline,
  toggled: ReadonlySet<number>,
  found: SchemaSearch | null,
): TreeRow[] {
  const rows: TreeRow[] = []
  if (found) {
    for (const hit of found.hits) {
      const isOpen = isHitOpen(hit, found, toggled)
      addTable(rows, hit.table, isOpen, hit.columns?.length ?? outline.columnCounts[hit.table] ?? 0)
    }
    return rows
  }
  for (let table = 0; table < outline.names.length; table++) {
    addTable(rows, table, toggled.has(table), outline.columnCounts[table] ?? 0)
  }
  return rows
}

/** Found columns open automatically; toggling inverts the current state. */
function isHitOpen(hit: SchemaHit, found: SchemaSearch, toggled: ReadonlySet<number>): boolean {
  const opensItself = hit.columns !== null && found.expanded
  return toggled.has(hit.table) ? !opensItself : opensItself
}

function addTable(rows: TreeRow[], table: number, isOpen: boolean, columns: number): void {
  rows.push({ table, column: -1, isOpen })
  if (!isOpen) return
  for (let column = 0; column < columns; column++) rows.push({ table, column, isOpen: false })
}

export function rowHeight(row: TreeRow | undefined): number {
  return row && row.column >= 0 ? columnRowHeight : tableRowHeight
}

export type TreeMove =
  | { kind: 'focus'; row: number }
  | { kind: 'toggle'; table: number }
  | { kind: 'insert'; row: number }
  | { kind: 'menu'; row: number }
  | null

/**
 * Keys of a tree as defined by WAI-ARIA: arrows, Home, End; Enter inserts, Space opens and closes, the menu key opens the
 * menu.
 */
export function treeMove(rows: readonly TreeRow[], focused: number, key: string, pageSize: number): TreeMove {
  const row = rows[focused]
  const last = rows.length - 1
  const to = (target: number): TreeMove => ({ kind: 'focus', row: Math.max(0, Math.min(last, target)) })
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return to(focused + 1)
    case 'ArrowUp':
      return to(focused - 1)
    case 'PageDown':
      return to(focused + pageSize)
    case 'PageUp':
      return to(focused - pageSize)
    case 'Home':
      return to(0)
    case 'End':
      return to(last)
    case 'ArrowRight':
      if (row.column >= 0) return null
      return row.isOpen ? to(focused + 1) : { kind: 'toggle', table: row.table }
    case 'ArrowLeft':
      if (row.column >= 0) return to(focused - row.column - 1)
      return row.isOpen ? { kind: 'toggle', table: row.table } : null
    case 'Enter':
      return { kind: 'insert', row: focused }
    case 'ContextMenu':
      return { kind: 'menu', row: focused }
    case ' ':
      return row.column >= 0 ? { kind: 'insert', row: focused } : { kind: 'toggle', table: row.table }
    default:
      return null
  }
}
