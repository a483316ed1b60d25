import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { listQueries } from '#shared/queries/queries-api.ts'
import { listRecentQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import { ItemSearch } from '#web/lists/item-search.tsx'
import { type FoundItem, type ItemSource, useFoundItems } from '#web/lists/use-found-items.ts'

interface QuerySearchProps {
  onChoose(query: FoundItem): void
  /** the list takes Escape for itself, and has nothing to close */
  onEscape(): void
}

const queries: ItemSource<FoundItem> = {
  plural: 'queries',
  readRecent: (signal) => call(listRecentQueries, { signal }),
  read: (query, signal) => call(listQueries, { query, signal }),
}

/** Finds a query by name. */
export function QuerySearch({ onChoose, onEscape }: QuerySearchProps) {
  const [typed, setTyped] = useState('')
  const found = useFoundItems(typed, queries)
  return (
    <ItemSearch
      label={t('Search a query by name')}
      plural="queries"
      typed={typed}
      onType={setTyped}
      found={found}
      onEscape={onEscape}
      onChoose={onChoose}
      takesFocus
    />
  )
}
