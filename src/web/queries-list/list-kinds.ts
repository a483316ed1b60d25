import { listQueries } from '#shared/queries/queries-api.ts'
import { listArchivedQueries, listFavoriteQueries, listMyQueries } from '#shared/queries/query-lists-api.ts'

/** The lists of queries: where each stands, what it is called, and what answers it. */
export const listKinds = {
  all: { to: '/queries', label: 'All Queries', title: 'Queries', endpoint: listQueries },
  my: { to: '/queries/my', label: 'My Queries', title: 'My Queries', endpoint: listMyQueries },
  favorites: {
    to: '/queries/favorites',
    label: 'Favorites',
    title: 'Favorite Queries',
    endpoint: listFavoriteQueries,
  },
  archive: {
    to: '/queries/archive',
    label: 'Archived',
    title: 'Archived Queries',
    endpoint: listArchivedQueries,
  },
} as const

export type ListKind = keyof typeof listKinds
