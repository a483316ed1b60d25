import { Button, Skeleton, Text } from '@mantine/core'
import { IconClock, IconClockOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AlertCriteria, evaluateAlert } from '#shared/alerts/alert-rules.ts'
import { explainState } from '#shared/alerts/explain-evaluation.ts'
import { t } from '#shared/messages/translate.ts'
import { readSchedule } from '#shared/schedules/schedule.ts'
import { scheduleInWords } from '#shared/schedules/schedule-words.ts'
import { messageOf } from '#web/api/api-error.ts'
import { localZone } from '#web/schedules/local-zone.ts'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './alert-form.module.css'
import { AlertStateLabel } from './alert-state-label.tsx'
import type { AlertQuery, CurrentResult } from './use-watched-result.ts'

interface CurrentValueProps {
  query: AlertQuery
  criteria: AlertCriteria
  result: CurrentResult
  /** false: the alert's own state is shown beside it, which may be of an earlier result */
  showsState?: boolean
}

/** The value that the condition finds in the newest result, by the server's rule. */
export function CurrentValue(props: CurrentValueProps) {
  return (
    <div className={classes.current} role="status" aria-label={t('Current value')}>
      <Judgement {...props} />
    </div>
  )
}

function Judgement({ query, criteria, result, showsState = true }: CurrentValueProps) {
  if (result.state === 'none') {
    return (
      <Text c="dimmed">
        <Message
          text={t('This query has no result yet. {execute}, and its columns can be chosen here.')}
          values={{
            execute: (
              <Link to="/queries/$queryId" params={{ queryId: query.id }}>
                {t('Execute it')}
              </Link>
            ),
          }}
        />
      </Text>
    )
  }
  if (result.state === 'large') {
    return (
      <Text c="dimmed">
        {t('The newest result is large: see the evaluations for what the condition finds in all its rows.')}
      </Text>
    )
  }
  if (result.state === 'loading') return <Skeleton height={20} width="60%" />
  if (result.state === 'failed' || result.watched === null) {
    return (
      <>
        <Text c="dimmed">
          {t('The newest result could not be read.')} {messageOf(result.error, '')}
        </Text>
        <Button variant="default" size="xs" onClick={result.retry}>
          {t('Try again')}
        </Button>
      </>
    )
  }
  const evaluated = evaluateAlert(criteria, result.watched)
  return (
    <>
      <Text c="dimmed" size="xs">
        {t('In the newest result:')}
      </Text>
      <span className={classes.value}>
        {evaluated.value === null ? (
          <span className={classes.none}>{t('no value')}</span>
        ) : (
          <code>{evaluated.value.slice(0, maxValueLength)}</code>
        )}
        {showsState && <AlertStateLabel state={evaluated.state} />}
      </span>
      <Text c="dimmed" size="sm">
        {explainState({ ...evaluated, criteria })}{' '}
        <Message text={t('Result of {time}.')} values={{ time: <TimeAgo date={result.retrievedAt} /> }} />
      </Text>
    </>
  )
}

const maxValueLength = 200

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
