import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#web/ui/use-debounced.ts'

/** See docs/reference/screens.md#constants-of-the-interface. */
const searchDelay = 200
const offered = 20

export interface FoundItem {
  id: number
  name: string
  is_draft: boolean
  is_archived: boolean
  tags: readonly string[]
}

export interface FoundItems<Item extends FoundItem> {
  /** the user's own items, shown while the field is empty */
  recent: readonly Item[]
  others: readonly Item[]
  hasMore: boolean
  error: Error | null
  isFirst: boolean
  isSearching: boolean
}

/** Where a kind of object is searched. */
export interface ItemSource<Item extends FoundItem> {
  plural: 'queries' | 'dashboards'
  readRecent: (signal: AbortSignal) => Promise<readonly Item[]>
  read: (
    query: { page_size: string; q?: string },
    signal: AbortSignal,
  ) => Promise<{ count: number; results: readonly Item[] }>
}

/** Matches for a text; for an empty text the user's recent items, then others. */
export function useFoundItems<Item extends FoundItem>(
  typed: string,
  { plural, readRecent, read }: ItemSource<Item>,
): FoundItems<Item> {
  const term = typed.trim()
  const [q] = useDebounced(term, searchDelay)
  const recent = useQuery({
    queryKey: [plural, 'recent', 'search'],
    queryFn: ({ signal }) => readRecent(signal),
  })
  const found = useQuery({
    queryKey: [plural, 'search', q],
    queryFn: ({ signal }) => read({ page_size: String(offered), ...(q === '' ? {} : { q }) }, signal),
    placeholderData: keepPreviousData,
  })
  const first = q === '' ? (recent.data ?? []).filter((one) => !one.is_archived) : []
  const others = (found.data?.results ?? []).filter(({ id }) => !first.some((one) => one.id === id))
  // the list of another text: Enter must not choose what was not typed
  const isOld = q !== term || found.isPlaceholderData
  const shown = (items: readonly Item[]) => (isOld ? items.filter(({ name }) => hasWords(name, term)) : items)
  return {
    recent: shown(first),
    others: shown(others),
    hasMore: (found.data?.count ?? 0) > (found.data?.results.length ?? 0),
    error: found.error,
    isFirst: found.isPending,
    isSearching: found.isFetching || q !== term,
  }
}

function hasWords(name: string, term: string): boolean {
  const lower = name.toLowerCase()
  return term
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
