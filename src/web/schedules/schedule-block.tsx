import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDateTime } from '#shared/format/dates.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { getQuery, type Query } from '#shared/queries/queries-api.ts'
import { readSchedule, type Schedule } from '#shared/schedules/schedule.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { timeUntil } from '#shared/schedules/time-until.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { localZone } from './local-zone.ts'
import classes from './schedule-block.module.css'

const clockEvery = 30_000

/** Usually a due run has started by then, and the next one is known. */
const settleMilliseconds = 20_000

const maxPause = 10 * 60_000

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
)

interface ScheduleBlockProps {
  query: Refresh & { id: number; version: number | null; is_archived: boolean }
  /** a paused data source delays scheduled runs */
  isPaused: boolean
  /** whether the viewer may change the schedule */
  isEditable: boolean
  onChange(schedule: Schedule | null): void
}

/**
 * The refresh schedule of a query in words, with its next run. A click opens the dialog if the viewer may change it.
 */
export function ScheduleBlock({ query, isPaused, isEditable, onChange }: ScheduleBlockProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { refresh, now } = useNextRefresh(query)
  const words = scheduleInWords(query.schedule, { zone: localZone, now: new Date(now) })
  return (
    <div className={classes.block}>
      {isEditable ? (
        <UnstyledButton
          className={classes.phrase}
          aria-label={t('Refresh Schedule: {words}', { words })}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <IconClock size={14} aria-hidden="true" className={classes.icon} />
          {words}
        </UnstyledButton>
      ) : (
        <span>{words}</span>
      )}
      <NextRun refresh={{ ...refresh, schedule: query.schedule }} isPaused={isPaused} now={now} />
      {isOpen && (
        <Opening>
          <ScheduleDialog
            schedule={query.schedule}
            onClose={() => setIsOpen(false)}
            onSave={(schedule) => {
              setIsOpen(false)
              onChange(schedule)
            }}
          />
        </Opening>
      )}
    </div>
  )
}

/** The time of the next run, and what delays it. */
function NextRun({ refresh, isPaused, now }: { refresh: Refresh; isPaused: boolean; now: number }) {
  const { dateTimeFormat, refreshesQueries } = useClientConfig()
  const { schedule, fault } = readSchedule(refresh.schedule)
  if (fault !== null) return <Note isWarning>{fault}</Note>
  if (schedule === null) return null
  const failures = refresh.schedule_failures
  const next = refresh.next_refresh_at === null ? null : Date.parse(refresh.next_refresh_at)
  // nothing runs from that day on, also while the last run is not in yet
  const end = schedule.until === null ? null : Date.parse(`${schedule.until}T00:00:00Z`)
  const isOver = end !== null && end <= Math.max(now, next ?? now)
  return (
    <>
      {next === null || isOver ? (
        <Note>
          {schedule.until === null
            ? t('No further run')
            : t('No further run before {until}', { until: schedule.until })}
        </Note>
      ) : !refreshesQueries ? (
        <Note isWarning>{t('Waiting: scheduled runs are switched off')}</Note>
      ) : isPaused ? (
        <Note isWarning>{t('Waiting: the data source is paused')}</Note>
      ) : (
        <Note>
          <Message
            text={t('Next run: {time}')}
            values={{
              time: (
                <Tooltip label={formatDateTime(next, dateTimeFormat)}>
                  <time dateTime={new Date(next).toISOString()} className={classes.time}>
                    {timeUntil(next, now)}
                  </time>
                </Tooltip>
              ),
            }}
          />
        </Note>
      )}
      {next !== null && !isOver && schedule.until !== null && (
        <Note>
          <Message
            text={t('Until {until}')}
            values={{ until: <span className={classes.time}>{schedule.until}</span> }}
          />
        </Note>
      )}
      {failures > 0 && (
        <Note isWarning>
          {next === null
            ? plural(failures, { one: 'Failed once', other: 'Failed {count} times in a row' })
            : plural(failures, {
                one: 'Failed once, so the next run is put off',
                other: 'Failed {count} times in a row, so the next run is put off',
              })}
        </Note>
      )}
    </>
  )
}

function Note({ children, isWarning = false }: { children: React.ReactNode; isWarning?: boolean }) {
  return (
    <span className={classes.note} data-warning={isWarning || undefined}>
      {children}
    </span>
  )
}

type Refresh = Pick<Query, 'schedule' | 'next_refresh_at' | 'schedule_failures'>

/** When the schedule next runs the query, refetched after that time; and the current time. */
function useNextRefresh(query: Refresh & { id: number; version: number | null }): {
  refresh: Refresh
  now: number
} {
  const now = useNow()
  const { data } = useQuery({
    queryKey: ['query', query.id, 'next-refresh', query.version],
    queryFn: async ({ signal }): Promise<Refresh> =>
      refreshOf(await call(getQuery, { params: { id: query.id }, signal })),
    initialData: refreshOf(query),
    enabled: query.schedule !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => pauseUntil(state.data?.next_refresh_at ?? null),
  })
  return { refresh: query.schedule === null ? query : data, now }
}

function refreshOf({ schedule, next_refresh_at, schedule_failures }: Refresh): Refresh {
  return { schedule, next_refresh_at, schedule_failures }
}

function pauseUntil(next: string | null): number | false {
  if (next === null) return false
  const left = Date.parse(next) - Date.now()
  return Math.min(Math.max(left, 0) + settleMilliseconds, maxPause)
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockEvery)
    return () => clearInterval(timer)
  }, [])
  return now
}
