import { IconArchive, IconCode, IconStar, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { t } from '#shared/messages/translate.ts'
import { listQueries, type QueryInList } from '#shared/queries/queries-api.ts'
import {
  listArchivedQueries,
  listFavoriteQueries,
  listMyQueries,
  listQueryTags,
} from '#shared/queries/query-lists-api.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { call } from '#web/api/call.ts'
import type { ListKind, ListPlace } from '#web/lists/list-kind.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'

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

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export const queryKind: ListKind<QueryInList> = {
  star: 'query',
  plural: 'queries',
  places: Object.values(queryPlaces),
  orderKeys: ['starred_at', 'name', 'created_by', 'created_at', 'runtime', 'executed_at', 'schedule'],
  isRanked: true,
  readTags: async (signal) => (await call(listQueryTags, { signal })).tags,
  nameLink: ({ id, name }, className) => (
    <Link to="/queries/$queryId" params={{ queryId: id }} className={className} data-row-link={true}>
      {name}
    </Link>
  ),
  columns: [
    {
      key: 'runtime',
      label: t('Runtime'),
      look: 'number',
      cell: ({ runtime }) => (runtime === null ? '–' : formatRuntime(runtime)),
    },
    {
      key: 'executed_at',
      label: t('Last Executed At'),
      look: 'date',
      cell: ({ retrieved_at }) => <TimeAgo date={retrieved_at} none={t('Never')} />,
    },
    {
      key: 'schedule',
      label: t('Update Schedule'),
      look: 'words',
      cell: ({ schedule }) => scheduleInWords(schedule, { zone: viewerZone, now: new Date() }),
    },
  ],
  minWidth: 820,
  nothingFound: () => t("Sorry, we couldn't find anything."),
}
