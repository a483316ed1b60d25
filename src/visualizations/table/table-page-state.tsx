import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import classes from './table-page-state.module.css'
import type { TableState } from './use-table.ts'

/** Shows why a page could not be loaded. */
export function PageFailure({ failure }: { failure: NonNullable<TableState['failure']> }) {
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={16} aria-hidden />
      <span>{failure.message}</span>
      <Button size="compact-xs" variant="default" onClick={failure.retry}>
        {t('Retry')}
      </Button>
    </div>
  )
}
