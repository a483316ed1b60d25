import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { t } from '#shared/messages/translate.ts'
import classes from './table-page-state.module.css'
import type { TableState } from './use-table.ts'

/** More than fill a screen would only cost. */
const mostSkeletons = 60

/** Room for the rows of a page that is on its way. */
export function LoadingRows({ count, columns }: { count: number; columns: number }) {
  const cells = Array.from({ length: columns }, (_, column) => `column ${column}`)
  return Array.from({ length: Math.min(count, mostSkeletons) }, (_, row) => `row ${row}`).map((row) => (
    <tr key={row} aria-hidden>
      {cells.map((cell) => (
        <td key={cell} className={classes.cell}>
          <span className={classes.bar} />
        </td>
      ))}
    </tr>
  ))
}

/** Why a page could not be read. */
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
