import type { Icon } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TagCount } from '#shared/queries/query-lists-api.ts'
import type { Starred } from '#web/favorites/favorite-star.tsx'
import { type ListState, requestOfState } from './list-state.ts'

/** What every row has. */
export interface ListedItem {
  id: number
  name: string
  is_draft: boolean
  is_archived: boolean
  is_favorite?: boolean
  tags: readonly string[]
  user: { name: string }
  created_at: string
}

type ListRequest = ReturnType<typeof requestOfState>

interface ListPageOf<Item> {
  count: number
  page: number
  results: Item[]
}

/** The lists of one kind of thing stand beside each other: all of them, one's own, … */
export interface ListPlace<Item> {
  to:
    | '/queries'
    | '/queries/my'
    | '/queries/favorites'
    | '/queries/archive'
    | '/dashboards'
    | '/dashboards/my'
    | '/dashboards/favorites'
  label: string
  title: string
  icon: Icon
  /** can be ordered by when the star was given */
  isStarred?: boolean
  read: (query: ListRequest, signal: AbortSignal) => Promise<ListPageOf<Item>>
}

/** A column after those that every list has. */
interface ListColumn<Item> {
  /** as in the addresses of orders */
  key: string
  label: string
  /** `words` may take several lines */
  look: 'number' | 'date' | 'words'
  cell: (item: Item) => ReactNode
}

/** A kind of thing that lists show. */
export interface ListKind<Item extends ListedItem> {
  star: Starred
  /** also the first part of the keys of its requests, so that saving one can invalidate every list at once */
  plural: 'queries' | 'dashboards'
  places: readonly ListPlace<Item>[]
  /** columns that order it; `starred_at` only where the place says so */
  orderKeys: readonly string[]
  /** the server puts what fits a search best first */
  isRanked: boolean
  /** of what stands in the first place */
  readTags: (signal: AbortSignal) => Promise<TagCount[]>
  nameLink: (item: Item, className: string | undefined) => ReactNode
  columns: readonly ListColumn<Item>[]
  /** px, below which the table scrolls inside itself */
  minWidth: number
  /** what is said when a search or tags leave nothing */
  nothingFound: (state: ListState) => string
}

type Source<Item extends ListedItem> = Pick<ListKind<Item>, 'plural' | 'isRanked'>

/** One page of a list. */
export function listQuery<Item extends ListedItem>(
  { plural, isRanked }: Source<Item>,
  place: ListPlace<Item>,
  state: ListState,
) {
  return queryOptions({
    queryKey: [plural, 'list', place.to, state],
    queryFn: ({ signal }) => place.read(requestOfState(state, isRanked), signal),
    staleTime: 0,
  })
}

/** Tags of all unarchived ones that the viewer can see, with their counts. */
export function tagsQuery<Item extends ListedItem>({
  plural,
  readTags,
}: Pick<ListKind<Item>, 'plural' | 'readTags'>) {
  return queryOptions({
    queryKey: [plural, 'tags'],
    queryFn: ({ signal }) => readTags(signal),
    staleTime: 30_000,
  })
}
