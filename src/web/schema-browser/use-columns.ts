import { useEffect, useMemo, useState } from 'react'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import type { SchemaSearch } from './schema-index.ts'
import type { TreeRow } from './tree-rows.ts'
import type { LoadedSchema } from './use-schema.ts'

type Columns = ReadonlyMap<number, readonly SchemaColumn[]>

const none: Columns = new Map()

/** Columns of the open tables: those in the search result, others from the worker. */
export function useColumnsOf(
  schema: LoadedSchema,
  rows: readonly TreeRow[],
  found: SchemaSearch | null,
): ReadonlyMap<number, readonly SchemaColumn[]> {
  const foundColumns = useMemo(() => {
    const columns = new Map<number, readonly SchemaColumn[]>()
    for (const hit of found?.hits ?? []) if (hit.columns) columns.set(hit.table, hit.columns)
    return columns
  }, [found])
  const wanted = useMemo(
    () => new Set(rows.filter((row) => row.isOpen && !foundColumns.has(row.table)).map((row) => row.table)),
    [rows, foundColumns],
  )
  const fetched = useTableColumns(schema, wanted)
  return useMemo(() => new Map([...fetched, ...foundColumns]), [fetched, foundColumns])
}

/** Columns of the open tables, fetched from the worker on demand. */
function useTableColumns(schema: LoadedSchema, opened: ReadonlySet<number>): Columns {
  const [known, setKnown] = useState<{ schema: LoadedSchema; columns: Columns }>({ schema, columns: none })
  const columns = known.schema === schema ? known.columns : none
  useEffect(() => {
    let isCurrent = true
    for (const table of opened) {
      if (columns.has(table)) continue
      void schema.client.ask<'columns'>({ kind: 'columns', table }).then((found) => {
        if (!isCurrent) return
        setKnown((current) => ({
          schema,
          columns: new Map(current.schema === schema ? current.columns : none).set(table, found),
        }))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [schema, opened, columns])
  return columns
}
