import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { t } from '#shared/messages/translate.ts'
import type { QueryInList } from '#shared/queries/queries-api.ts'
import { listQueryAuthors, listQueryTags } from '#shared/queries/query-lists-api.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { call } from '#web/api/call.ts'
import { dataSourcesQuery } from '#web/data-sources/data-source-queries.ts'
import type { ListFiltersProps, ListKind } from '#web/lists/list-kind.ts'
import { usePermission } from '#web/session/use-session.ts'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { QueryBulkBar } from './query-bulk-bar.tsx'
import classes from './query-filters.module.css'
import { queryPlaces } from './query-places.ts'

const authorsQuery = queryOptions({
  queryKey: ['queries', 'authors'],
  queryFn: ({ signal }) => call(listQueryAuthors, { signal }),
  staleTime: 30_000,
})

/** Author and data source. With one of them to choose from there is nothing to choose. */
function QueryFilters({ to, state, onChange }: ListFiltersProps) {
  const seesSources = usePermission('list_data_sources')
  const authors = useQuery(authorsQuery)
  const sources = useQuery({ ...dataSourcesQuery, enabled: seesSources })
  const change = ({ author, source }: { author?: string | null; source?: string | null }) => {
    const { author: oldAuthor, source: oldSource, ...rest } = state
    const next = {
      author: author === undefined ? oldAuthor : (author ?? undefined),
      source: source === undefined ? oldSource : (source ?? undefined),
    }
    onChange({
      ...rest,
      page: 1,
      ...(next.author === undefined ? {} : { author: next.author }),
      ...(next.source === undefined ? {} : { source: next.source }),
    })
  }
  return (
    <div className={classes.filters}>
      {to !== queryPlaces.my.to && (
        <Filter
          label={t('Author')}
          placeholder={t('Any author')}
          items={authors.data ?? []}
          value={state.author}
          onChange={(author) => change({ author })}
        />
      )}
      <Filter
        label={t('Data source')}
        placeholder={t('Any data source')}
        items={sources.data ?? []}
        value={state.source}
        onChange={(source) => change({ source })}
      />
    </div>
  )
}

interface FilterProps {
  label: string
  placeholder: string
  items: readonly { id: number; name: string }[]
  value: string | undefined
  onChange: (id: string | null) => void
}

function Filter({ label, placeholder, items, value, onChange }: FilterProps) {
  if (items.length < 2 && value === undefined) return null
  // of an address whose author has no queries any more
  const isKnown = value === undefined || items.some(({ id }) => String(id) === value)
  const data = items.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      searchable
      clearable
      nothingFoundMessage={t("Sorry, we couldn't find anything.")}
      limit={100}
      data={isKnown ? data : [...data, { value, label: value }]}
      value={value ?? null}
      onChange={onChange}
    />
  )
}

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
