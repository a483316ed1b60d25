import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import classes from './table-page-state.module.css'
import type { TableState } from './use-table.ts'

/** Enough to fill a screen. */
const maxSkeletons = 60

/** Placeholders for the rows of a page that is loading. */
export function LoadingRows({ count, columns }: { count: number; columns: number }) {
  const cells = Array.from({ length: columns }, (_, column) => `column ${column}`)
  return Array.from({ length: Math.min(count, maxSkeletons) }, (_, row) => `row ${row}`).map((row) => (
    <tr key={row} aria-hidden>
      {cells.map((cell) => (
        <td key={cell} className={classes.cell}>
          <span className={classes.bar} />
        </td>
      ))}
    </tr>
  ))
}

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
