import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import classes from './log-filters.module.css'

/** Of one filter; `day` for the short ones. */
export const logFilterClasses = { filter: classes.filter ?? '', day: classes.day ?? '' }

interface LogFiltersProps {
  /** null: nothing is filtered */
  onClear: (() => void) | null
  children: ReactNode
}

/** Which entries of a log are shown. */
export function LogFilters({ onClear, children }: LogFiltersProps) {
  return (
    <search className={classes.filters} aria-label={t('Filters')}>
      {children}
      {onClear !== null && (
        <Button variant="subtle" className={classes.clear} onClick={onClear}>
          {t('Clear filters')}
        </Button>
      )}
    </search>
  )
}
