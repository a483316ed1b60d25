import { Button } from '@mantine/core'
import { IconDownload, IconHistory, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { mostCounted } from '#shared/events/event-limits.ts'
import { exportEvents, listEvents } from '#shared/events/events-api.ts'
import { t } from '#shared/messages/translate.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFailure } from '#web/ui/list-failure.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { EventFilters } from './event-filters.tsx'
import classes from './events.module.css'
import {
  type EventsState,
  filtersOf,
  isFiltered,
  noFilters,
  readEventsState,
  writeEventsState,
} from './events-state.ts'
import { EventsTable } from './events-table.tsx'

/** /admin/events: what people and programs did, newest first. Filters and page stand in the address. */
export function EventsPage() {
  usePageTitle(t('Audit Log'))
  const { pageSize } = useClientConfig()
  const state = readEventsState(useSearch({ strict: false }), pageSize)
  const navigate = useNavigate()
  const show = (changes: Partial<EventsState>) => {
    void navigate({
      to: '/admin/events',
      search: writeEventsState({ ...state, page: 1, ...changes }, pageSize) as never,
      resetScroll: changes.page !== undefined,
    })
  }
  return (
    <>
      <PageHeader
        title={t('Audit Log')}
        description={t('What people and programs did, as far as it is recorded.')}
        actions={
          <Button
            component="a"
            href={buildAddress(exportEvents.path, {}, filtersOf(state))}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('Export CSV')}
          </Button>
        }
      />
      <EventFilters state={state} onShow={show} />
      <Events state={state} onShow={show} />
    </>
  )
}

interface EventsProps {
  state: EventsState
  onShow: (changes: Partial<EventsState>) => void
}

function Events({ state, onShow }: EventsProps) {
  const { pageSizeOptions } = useClientConfig()
  const query = { ...filtersOf(state), page: String(state.page), page_size: String(state.pageSize) }
  const list = useQuery({
    queryKey: ['events', query],
    queryFn: ({ signal }) => call(listEvents, { query, signal }),
    placeholderData: keepPreviousData,
    // it grows all the time
    staleTime: 0,
  })
  if (list.isPending) return <TableSkeleton rows={10} rowHeight={52} />
  if (list.isError) {
    return (
      <ListFailure
        error={list.error}
        onFirstPage={() => onShow({ page: 1 })}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const { count, page, results } = list.data
  if (results.length === 0) return <NoEvents state={state} onShow={onShow} />
  return (
    <>
      <EventsTable events={results} dimmed={list.isPlaceholderData} />
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={count}
        sizes={pageSizeOptions}
        onPage={(next) => onShow({ page: next })}
        onPageSize={(pageSize) => onShow({ pageSize })}
      />
      {count >= mostCounted && (
        <p className={classes.note}>
          {t('Only the newest {count} events are listed. Choose a time or other filters to see older ones.', {
            count: mostCounted.toLocaleString(),
          })}
        </p>
      )}
    </>
  )
}

function NoEvents({ state, onShow }: EventsProps) {
  if (!isFiltered(state)) {
    return (
      <EmptyState icon={<IconHistory size={40} stroke={1.5} />} title={t('Nothing has been recorded yet.')} />
    )
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={t('No events match these filters.')}
      action={
        <Button variant="default" onClick={() => onShow(noFilters)}>
          {t('Clear filters')}
        </Button>
      }
    />
  )
}
