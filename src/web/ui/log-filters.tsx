import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { ClearButton } from './clear-button.tsx'
import classes from './log-filters.module.css'

/** Class names of a filter; `day` for the short ones. */
export const logFilterClasses = { filter: classes.filter ?? '', day: classes.day ?? '' }

interface LogFiltersProps {
  /** null: nothing is filtered */
  onClear: (() => void) | null
  /** names of filters in the address with invalid values */
  unread: readonly string[]
  children: ReactNode
}

/** The filters of a log. */
export function LogFilters({ onClear, unread, children }: LogFiltersProps) {
  return (
    <search className={classes.filters} aria-label={t('Filters')}>
      {children}
      {onClear !== null && (
        <ClearButton variant="subtle" className={classes.clear ?? ''} onClear={onClear}>
          {t('Clear filters')}
        </ClearButton>
      )}
      {unread.length > 0 && (
        <Text role="status" size="sm" c="dimmed" className={classes.unread}>
          {t('The address names filters that cannot be read; they are left out: {names}', {
            names: unread.join(', '),
          })}
        </Text>
      )}
    </search>
  )
}
