import { IconClock, IconClockOff } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { readSchedule } from '#shared/schedules/schedule.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { localZone } from '#web/schedules/local-zone.ts'
import classes from './alert-form.module.css'
import type { AlertQuery } from './use-watched-result.ts'

/** When the alert is evaluated: after each new result. Without a schedule, a user has to run the query. */
export function QuerySchedule({ query }: { query: Pick<AlertQuery, 'schedule' | 'is_archived'> }) {
  const [now] = useState(() => new Date())
  const { schedule } = readSchedule(query.schedule)
  if (query.is_archived) {
    return (
      <p className={classes.schedule} data-warning="true">
        <IconClockOff size={16} aria-hidden="true" />
        {t('This query is archived: it has no new results, so the alert is not evaluated any more.')}
      </p>
    )
  }
  if (schedule === null) {
    return (
      <p className={classes.schedule} data-warning="true">
        <IconClockOff size={16} aria-hidden="true" />
        {t(
          'This query has no refresh schedule: the alert is evaluated only when a user runs the query. Set a schedule on its page.',
        )}
      </p>
    )
  }
  return (
    <p className={classes.schedule}>
      <IconClock size={16} aria-hidden="true" />
      {t('Evaluated with each refresh of the query: {schedule}', {
        schedule: scheduleInWords(query.schedule, { zone: localZone, now }),
      })}
    </p>
  )
}
