import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { t } from '#shared/messages/translate.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { listQueryTags } from '#shared/queries/query-lists-api.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { call } from '#web/api/call.ts'
import type { ListKind } from '#web/lists/list-kind.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { QueryBulkBar } from './query-bulk-bar.tsx'
import { QueryFilters } from './query-filters.tsx'
import { queryPlaces } from './query-places.ts'

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
  filters: QueryFilters,
  bulk: QueryBulkBar,
  nothingFound: () => t("Sorry, we couldn't find anything."),
}
