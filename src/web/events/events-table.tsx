import { Tooltip } from '@mantine/core'
import type { EventInList } from '#shared/events/events-api.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { EventObject } from './event-object.tsx'
import { actionName } from './event-words.ts'
import classes from './events.module.css'

interface EventsTableProps {
  events: readonly EventInList[]
  /** shows the previous page until the next one is loaded */
  dimmed: boolean
}

export function EventsTable({ events, dimmed }: EventsTableProps) {
  return (
    <RowsTable columns={columns} rows={events} keyOf={({ id }) => id} minWidth={1000} dimmed={dimmed} isLog />
  )
}

const columns: readonly RowsColumn<EventInList>[] = [
  {
    ...{ key: 'time', label: t('Time'), className: classes.time },
    cell: ({ created_at }) => <EventTime date={created_at} />,
  },
  {
    ...{ key: 'person', label: t('Person') },
    cell: ({ user_name }) => (
      <span className={classes.who}>
        <Avatar name={user_name} />
        <span className={classes.name}>{user_name}</span>
      </span>
    ),
  },
  {
    ...{ key: 'action', label: t('Action'), className: classes.action },
    cell: ({ action }) => actionName(action),
  },
  {
    ...{ key: 'object', label: t('Object'), className: classes.object },
    cell: (event) => <EventObject event={event} />,
  },
  {
    ...{ key: 'browser', label: t('Browser'), className: classes.browser },
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
