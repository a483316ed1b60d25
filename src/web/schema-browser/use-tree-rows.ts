import { useMemo, useRef, useState } from 'react'
import type { SchemaSearch } from './schema-index.ts'
import { type TreeRow, treeRows } from './tree-rows.ts'
import type { LoadedSchema } from './use-schema.ts'

const noTables: ReadonlySet<number> = new Set()

/** The lines of the tree; which tables are open is kept apart for each search, and without one. */
export function useTreeRows(
  schema: LoadedSchema,
  found: SchemaSearch | null,
): { rows: readonly TreeRow[]; toggle(table: number): void } {
  const [toggledByView, setToggled] = useState<{ view: SchemaSearch | null; tables: ReadonlySet<number> }>({
    view: null,
    tables: noTables,
  })
  const browsed = useRef(noTables)
  const toggled = toggledByView.view === found ? toggledByView.tables : found ? noTables : browsed.current
  const rows = useMemo(() => treeRows(schema.outline, toggled, found), [schema, toggled, found])
  return {
    rows,
    toggle: (table) => {
      const tables = new Set(toggled)
      if (!tables.delete(table)) tables.add(table)
      if (found === null) browsed.current = tables
      setToggled({ view: found, tables })
    },
  }
}
