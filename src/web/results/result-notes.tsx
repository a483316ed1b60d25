import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle, IconTableOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './results.module.css'
import type { ResultRows } from './use-result-rows.ts'

/** What the data source logged during the run. */
export function ResultLog({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <details className={classes.log} open>
      <summary>{t('Log Information:')}</summary>
      <pre>{lines.join('\n')}</pre>
    </details>
  )
}

/** Shown before the first result (docs/reference/screens.md#empty-result). */
export function EmptyResult({ mayRun }: { mayRun: boolean }) {
  return (
    <EmptyState
      size="compact"
      icon={<IconTableOff size={32} stroke={1.5} />}
      title={t('Query has no result')}
    >
      {mayRun
        ? t('Execute/Refresh the query to show results.')
        : t('You do not have a permission to execute/refresh this query.')}
    </EmptyState>
  )
}

interface RowsOnTheirWayProps {
  rows: ResultRows
  /** number of rows of the whole result */
  count: number
  /** reserves the room of the visualization */
  children: ReactNode
}

/** Replaces a visualization that needs all rows of a large result while they load. */
export function RowsOnTheirWay({ rows, count, children }: RowsOnTheirWayProps) {
  const { failure } = rows
  if (failure === null) {
    return (
      <>
        <div className={classes.loadingRows} role="status">
          <Loader size={14} />
          <span className={classes.statusText}>
            {t('Loading all {count} rows…', { count: count.toLocaleString(locale) })}
          </span>
        </div>
        {children}
      </>
    )
  }
  return (
    <Alert
      className={classes.failure}
      color="red"
      variant="light"
      icon={<IconAlertCircle size={18} />}
      role="alert"
    >
      <span className={classes.errorText}>
        {t('The rows could not be read: {message}', { message: failure.message })}
      </span>{' '}
      <Button size="compact-xs" variant="default" onClick={failure.retry}>
        {t('Retry')}
      </Button>
    </Alert>
  )
}
