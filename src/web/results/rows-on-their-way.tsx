import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { locale, t } from '#shared/messages/translate.ts'
import classes from './results.module.css'
import type { ResultRows } from './use-result-rows.ts'

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
        <div className={classes.status} role="status">
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
