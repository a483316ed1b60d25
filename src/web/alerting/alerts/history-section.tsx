import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { LogRows } from '#web/ui/log-rows.tsx'
import type { Paging } from '#web/ui/search-params.ts'
import classes from './alert-history.module.css'

interface HistorySectionProps<Row> {
  title: string
  list: UseQueryResult<{ count: number; results: Row[] }>
  /** shown if the log is empty */
  nothing: ReactNode
  place: Paging
  onPlace: (place: Paging) => void
  children: (rows: readonly Row[]) => ReactNode
}

const sizes = [10, 25, 50]

/** A log of an alert as a section of its page. */
export function HistorySection<Row>({ title, ...log }: HistorySectionProps<Row>) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <LogRows {...log} sizes={sizes} hiddenUpTo={10} skeleton={{ rows: 4, rowHeight: 44 }} />
    </section>
  )
}
