import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconPlayerStop } from '@tabler/icons-react'
import { Suspense } from 'react'
import { formatBytes } from '#shared/format/bytes.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { locale, plural, t } from '#shared/messages/translate.ts'
import {
  canCancel,
  type ExecutionState,
  executionStatusText,
  hasNoResult,
  isRunning,
} from '#shared/results/execution-step.ts'
import type { JobProgress } from '#shared/results/job.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { lazy } from '#web/ui/lazy.tsx'
import { Message } from '#web/ui/message.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { Elapsed } from './elapsed.tsx'
import classes from './results.module.css'

const NotificationOffer = lazy(() =>
  import('./notification-offer.tsx').then((module) => ({ default: module.NotificationOffer })),
)

/** Lazy, because few runs are shared. */
const EndForAll = lazy(() => import('./shared-run.tsx').then((module) => ({ default: module.EndForAll })))
const OthersWait = lazy(() => import('./shared-run.tsx').then((module) => ({ default: module.OthersWait })))
const RunLeft = lazy(() => import('./shared-run.tsx').then((module) => ({ default: module.RunLeft })))

/** Only this user has left the run, which continues. */
export function ExecutionLeft({ state }: { state: ExecutionState }) {
  return <Suspense>{state.phase === 'left' && <RunLeft state={state} />}</Suspense>
}

interface ExecutionStatusProps {
  state: ExecutionState
  onCancel(isForAll?: boolean): void
}

/** What the hint of the error would change, in words and as an act. */
export interface OfferedFix {
  wrong: string
  right: string
  apply(): void
}

interface ExecutionEndProps {
  state: ExecutionState
  /** when the rows that still stand below were read; null: there are none */
  rowsOf: string | null
  fixes: readonly OfferedFix[]
}

/** Why there is no new result: the run failed, in the words of the data source, or was cancelled. */
export function ExecutionEnd({ state, rowsOf, fixes }: ExecutionEndProps) {
  const { dateTimeFormat } = useClientConfig()
  if (!hasNoResult(state)) return null
  const hasFailed = state.phase === 'failed'
  const endedAt = state.endedAt === null ? null : new Date(state.endedAt).toISOString()
  return (
    <Alert
      className={classes.failure}
      data-alone={rowsOf === null || undefined}
      color={hasFailed ? 'red' : 'gray'}
      variant="light"
      icon={hasFailed ? <IconAlertCircle size={18} /> : <IconPlayerStop size={18} />}
      role={hasFailed ? 'alert' : 'status'}
    >
      <div className={hasFailed ? classes.errorText : undefined}>{executionStatusText(state)}</div>
      {fixes.length > 0 && (
        <div className={classes.fixes}>
          {fixes.map(({ wrong, right, apply }) => (
            <Button key={right} size="compact-xs" variant="default" onClick={apply}>
              {t('Replace {wrong} with {right}', { wrong, right })}
            </Button>
          ))}
        </div>
      )}
      <div className={classes.ages}>
        {endedAt !== null && (
          <Message
            text={hasFailed ? t('Failed {time}.') : t('Ended {time}.')}
            values={{ time: <TimeAgo date={endedAt} /> }}
          />
        )}
        {rowsOf !== null && (
          <>
            {' '}
            <Message
              text={t('The rows below are from a run before, as of {date} ({time}).')}
              values={{ date: formatMoment(rowsOf, dateTimeFormat), time: <TimeAgo date={rowsOf} /> }}
            />
          </>
        )}
      </div>
    </Alert>
  )
}

/** Queue, execution, loading: the state of the run, with a Cancel button. It covers nothing and moves nothing. */
export function ExecutionStatus({ state, onCancel }: ExecutionStatusProps) {
  const text = executionStatusText(state)
  if (!isRunning(state) || text === null) return null
  return (
    <div className={classes.status} data-testid="execution-status">
      <Loader size={14} />
      <span className={classes.statusText}>{text}</span>
      {state.startedAt !== null && <Elapsed since={state.startedAt} />}
      {state.progress !== null && <Progress progress={state.progress} />}
      {state.waiting && (
        <span className={classes.quiet}>
          {t('Place {place}: {reason}', { place: state.waiting.place, reason: state.waiting.reason })}
        </span>
      )}
      {state.rows !== null && state.rows > 0 && (
        <span className={classes.quiet}>
          {plural(
            state.rows,
            { one: '{count} row so far', other: '{count} rows so far' },
            { count: state.rows.toLocaleString(locale) },
          )}
        </span>
      )}
      <Suspense>{state.shared !== null && <OthersWait state={state} />}</Suspense>
      <span className={classes.statusActs}>
        <Suspense>{state.startedAt !== null && <NotificationOffer startedAt={state.startedAt} />}</Suspense>
        {canCancel(state) && (
          <>
            <Suspense>
              {state.shared?.may_end_for_all === true && (
                <EndForAll
                  shared={state.shared}
                  isDisabled={state.isCancelling}
                  onEnd={() => onCancel(true)}
                />
              )}
            </Suspense>
            <Button
              size="compact-xs"
              variant="default"
              disabled={state.isCancelling}
              onClick={() => onCancel()}
            >
              {t('Cancel')}
            </Button>
          </>
        )}
      </span>
    </div>
  )
}

/** What the data source says of its work. */
function Progress({ progress }: { progress: JobProgress }) {
  const { fraction, rows, bytes } = progress
  const told = [
    fraction !== undefined && t('{percent}% done', { percent: Math.floor(fraction * 100) }),
    bytes !== undefined && t('{bytes} scanned', { bytes: formatBytes(bytes) }),
    rows !== undefined &&
      plural(
        rows,
        { one: '{count} row scanned', other: '{count} rows scanned' },
        { count: rows.toLocaleString(locale) },
      ),
  ].filter((text) => text !== false)
  if (told.length === 0) return null
  return (
    <span className={classes.quiet} data-testid="run-progress">
      {told.join(' · ')}
    </span>
  )
}

/** Announced: every new state once, and the number of rows at the end. */
export function ExecutionAnnouncement({
  state,
  rowCount,
}: {
  state: ExecutionState
  rowCount: number | null
}) {
  const text =
    state.phase === 'done' && rowCount !== null
      ? plural(rowCount, { one: 'Query finished: {count} row', other: 'Query finished: {count} rows' })
      : hasNoResult(state)
        ? ''
        : (executionStatusText(state) ?? '')
  return (
    <div className="sx-visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}
