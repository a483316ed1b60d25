import { Button, Tooltip } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { maxCounted } from '#shared/events/event-limits.ts'
import { type EventInList, exportEvents, listEvents } from '#shared/events/events-api.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { locale, t } from '#shared/messages/translate.ts'
import { buildAddress, call } from '#web/api/call.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilteredRows, useLogAddress } from '#web/ui/log-page.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { EventFilters } from './event-filters.tsx'
import { EventObject } from './event-object.tsx'
import { actionName } from './event-words.ts'
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

interface EventsTableProps {
  events: readonly EventInList[]
  /** shows the previous page until the next one is loaded */
  dimmed: boolean
}

function EventsTable({ events, dimmed }: EventsTableProps) {
  return (
    <RowsTable columns={columns} rows={events} keyOf={({ id }) => id} minWidth={1000} dimmed={dimmed} isLog />
  )
}

const columns: readonly RowsColumn<EventInList>[] = [
  {
    ...{ key: 'time', label: t('Time'), isPlain: true, className: classes.time },
    cell: ({ created_at }) => <EventTime date={created_at} />,
  },
  {
    ...{ key: 'person', label: t('Person'), isPlain: true },
    cell: ({ user_name }) => (
      <span className={classes.who}>
        <Avatar name={user_name} />
        <span className={classes.name}>{user_name}</span>
      </span>
    ),
  },
  {
    ...{ key: 'action', label: t('Action'), isPlain: true, className: classes.action },
    cell: ({ action }) => actionName(action),
  },
  {
    ...{ key: 'object', label: t('Object'), isPlain: true, className: classes.object },
    cell: (event) => <EventObject event={event} />,
  },
  {
    ...{ key: 'browser', label: t('Browser'), isPlain: true, className: classes.browser },
    cell: ({ browser, ip }) => (
      <>
        {browser}
        {ip !== null && <span className={classes.ip}>{ip}</span>}
      </>
    ),
  },
  {
    ...{ key: 'details', label: t('Details'), className: classes.details, isLine: true },
    cell: (event) => <EventFacts event={event} />,
  },
]

/** The exact time in the viewer's zone; the tooltip shows how long ago it was. */
function EventTime({ date }: { date: string }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <Tooltip label={relativeTime(Date.parse(date), Date.now())}>
      <time dateTime={date}>{formatMoment(date, dateTimeFormat)}</time>
    </Tooltip>
  )
}

/** The text of a run and other known facts. */
function EventFacts({ event }: { event: EventInList }) {
  const { query, ...facts } = event.additional_properties
  const others = Object.entries(facts).filter(([, value]) => value !== null && value !== '')
  return (
    <>
      {typeof query === 'string' && <code className={classes.text}>{query.slice(0, maxPreviewLength)}</code>}
      {others.length > 0 && (
        <span className={classes.facts}>
          {others
            .map(([key, value]) => `${key}: ${textOf(value)}`)
            .join(' · ')
            .slice(0, maxPreviewLength)}
        </span>
      )}
      {event.is_reported && event.object_type !== 'page' && (
        <StateLabel>{t('Reported by a client')}</StateLabel>
      )}
    </>
  )
}

/** The cell shows two lines. */
const maxPreviewLength = 300

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
