import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#shared/messages/translate.ts'
import { EmptyState } from './empty-state.tsx'
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

/** Where filters leave nothing. */
export function NothingMatches({ title, onClear }: { title: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {t('Clear filters')}
        </Button>
      }
    />
  )
}
