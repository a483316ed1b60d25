import { IconArchive, IconCode, IconStar, IconUser } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import { listQueries, type QueryInList } from '#shared/queries/queries-api.ts'
import { listArchivedQueries, listFavoriteQueries, listMyQueries } from '#shared/queries/query-lists-api.ts'
import { call } from '#web/api/call.ts'
import type { ListPlace } from '#web/lists/list-kind.ts'

/** The lists of queries: address, label and endpoint of each. */
export const queryPlaces = {
  all: {
    to: '/queries',
    label: t('All Queries'),
    title: t('Queries'),
    icon: IconCode,
    read: (query, signal) => call(listQueries, { query, signal }),
  },
  my: {
    to: '/queries/my',
    label: t('My Queries'),
    title: t('My Queries'),
    icon: IconUser,
    read: (query, signal) => call(listMyQueries, { query, signal }),
  },
  favorites: {
    to: '/queries/favorites',
    label: t('Favorites'),
    title: t('Favorite Queries'),
    icon: IconStar,
    isStarred: true,
    read: (query, signal) => call(listFavoriteQueries, { query, signal }),
  },
  archive: {
    to: '/queries/archive',
    label: t('Archived'),
    title: t('Archived Queries'),
    icon: IconArchive,
    read: (query, signal) => call(listArchivedQueries, { query, signal }),
  },
} as const satisfies Record<string, ListPlace<QueryInList>>
