import type { Icon } from '@tabler/icons-react'
import { queryOptions } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { TagCount } from '#shared/queries/query-lists-api.ts'
import type { Starred } from '#web/favorites/favorite-star.tsx'
import { type ListState, requestOfState } from './list-state.ts'

/** The fields of every row. */
export interface ListedItem {
  id: number
  name: string
  is_draft: boolean
  is_archived: boolean
  /** present: it comes from git */
  from_git?: object
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
  /** nothing was found: these have similar names */
  is_similar?: boolean
}

export interface ListFiltersProps {
  to: string
  state: ListState
  onChange: (state: ListState) => void
}

export interface BulkBarProps<Item> {
  to: string
  selected: readonly Item[]
  onSelect: (ids: readonly number[]) => void
}

/** The lists of one kind of object: all, the user's own, … */
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
  /** can be ordered by the time of the star */
  isStarred?: boolean
  read: (query: ListRequest, signal: AbortSignal) => Promise<ListPageOf<Item>>
}

/** A column after the common ones. */
interface ListColumn<Item> {
  /** the key in the addresses of orders */
  key: string
  label: string
  /** `words` may wrap */
  look: 'number' | 'date' | 'words'
  cell: (item: Item) => ReactNode
}

/** A kind of object that lists show. */
export interface ListKind<Item extends ListedItem> {
  star: Starred
  /** also the prefix of the keys of its requests, so that a save can invalidate every list at once */
  plural: 'queries' | 'dashboards'
  places: readonly ListPlace<Item>[]
  /** columns that can order it; `starred_at` only if the place says so */
  orderKeys: readonly string[]
  /** the server ranks search results */
  isRanked: boolean
  /** tags of the objects in the first place */
  readTags: (signal: AbortSignal) => Promise<TagCount[]>
  nameLink: (item: Item, className: string | undefined) => ReactNode
  columns: readonly ListColumn<Item>[]
  /** px; narrower tables scroll inside themselves */
  minWidth: number
  /** shown if a search or tags match nothing */
  nothingFound: (state: ListState) => string
  /** further filters beside the list */
  filters?: ComponentType<ListFiltersProps>
  /** acts on selected rows */
  bulk?: ComponentType<BulkBarProps<Item>>
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

/** Tags of all unarchived objects that the viewer can see, with their counts. */
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
