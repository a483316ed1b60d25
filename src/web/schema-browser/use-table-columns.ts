import { useEffect, useState } from 'react'
import type { SchemaColumn } from '#shared/data-sources/data-sources-api.ts'
import type { LoadedSchema } from './use-schema.ts'

type Columns = ReadonlyMap<number, readonly SchemaColumn[]>
const none: Columns = new Map()

/** Columns of the open tables, fetched from the worker on demand. */
export function useTableColumns(schema: LoadedSchema, opened: ReadonlySet<number>): Columns {
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
