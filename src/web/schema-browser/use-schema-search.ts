import { useEffect, useState } from 'react'
import type { SchemaSearch } from './schema-index.ts'
import type { LoadedSchema } from './use-schema.ts'

/** Pause after typing before a search starts (docs/reference/screens.md#constants-of-the-interface); Enter starts it at once. */
export const searchDebounce = 500

/** The search result; null if the search is empty. The last result stays until the next one arrives. */
export function useSchemaSearch(schema: LoadedSchema | null, text: string): SchemaSearch | null {
  const [found, setFound] = useState<SchemaSearch | null>(null)
  const wanted = text.trim()
  useEffect(() => {
    if (schema === null || wanted === '') {
      setFound(null)
      return
    }
    let isCurrent = true
    schema.client.ask<'search'>({ kind: 'search', text: wanted }).then(
      (search) => {
        if (isCurrent) setFound(search)
      },
      () => {
        if (isCurrent) setFound({ hits: [], expanded: false })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [schema, wanted])
  return wanted === '' ? null : found
}
