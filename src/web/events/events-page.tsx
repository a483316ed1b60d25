import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maxCounted } from '#shared/events/event-limits.ts'
import { exportEvents, listEvents } from '#shared/events/events-api.ts'
import { locale, t } from '#shared/messages/translate.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilteredRows, useLogAddress } from '#web/ui/log-page.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { EventFilters } from './event-filters.tsx'
import classes from './events.module.css'
import {
  type EventsState,
  filtersOf,
  isFiltered,
  noFilters,
  readEventsState,
  unreadFilters,
  writeEventsState,
} from './events-state.ts'
import { EventsTable } from './events-table.tsx'

/** /admin/events: actions of users and programs, newest first. The address contains filters and page. */
export function EventsPage() {
  usePageTitle(t('Audit Log'))
  const { search, state, onShow } = useLogAddress<EventsState>({
    to: '/admin/events',
    read: readEventsState,
    write: writeEventsState,
  })
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
      <EventFilters state={state} unread={unreadFilters(search, state)} onShow={onShow} />
      <Events state={state} onShow={onShow} />
    </>
  )
}

interface EventsProps {
  state: EventsState
  onShow: (changes: Partial<EventsState>) => void
}

function Events({ state, onShow }: EventsProps) {
  const query = { ...filtersOf(state), page: String(state.page), page_size: String(state.pageSize) }
  const list = useQuery({
    queryKey: ['events', query],
    queryFn: ({ signal }) => call(listEvents, { query, signal }),
    placeholderData: keepPreviousData,
    // the log grows all the time
    staleTime: 0,
  })
  return (
    <FilteredRows
      list={list}
      state={state}
      onPlace={onShow}
      rowHeight={52}
      onClear={isFiltered(state) ? () => onShow(noFilters) : null}
      nothingFound={t('No events match these filters.')}
      empty={
        <EmptyState
          icon={<IconHistory size={40} stroke={1.5} />}
          title={t('Nothing has been recorded yet.')}
        />
      }
    >
      {(events, count) => (
        <>
          <EventsTable events={events} dimmed={list.isPlaceholderData} />
          {count >= maxCounted && (
            <p className={classes.note}>
              {t(
                'Only the newest {count} events are listed. Choose a time or other filters to see older ones.',
                { count: maxCounted.toLocaleString(locale) },
              )}
            </p>
          )}
        </>
      )}
    </FilteredRows>
  )
}
