import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Suspense } from 'react'
import { locale, plural, t } from '#shared/messages/translate.ts'
import {
  canCancel,
  type ExecutionState,
  executionStatusText,
  isRunning,
} from '#shared/results/execution-step.ts'
import { lazy } from '#web/ui/lazy.tsx'
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

/** Why the run failed, in the words of the data source. */
export function ExecutionFailure({ state }: { state: ExecutionState }) {
  if (state.phase !== 'failed') return null
  return (
    <Alert
      className={classes.failure}
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} />}
      role="alert"
    >
      <span className={classes.errorText}>{executionStatusText(state)}</span>
    </Alert>
  )
}

/** Queue, execution, loading: the state of the run, with a Cancel button. */
export function ExecutionStatus({ state, onCancel }: ExecutionStatusProps) {
  const text = executionStatusText(state)
  if (!isRunning(state) || text === null) return null
  return (
    <div className={classes.status} data-testid="execution-status">
      <Loader size={14} />
      <span className={classes.statusText}>{text}</span>
      {state.startedAt !== null && <Elapsed since={state.startedAt} />}
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
      : state.phase === 'failed'
        ? ''
        : (executionStatusText(state) ?? '')
  return (
    <div className="sx-visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}
