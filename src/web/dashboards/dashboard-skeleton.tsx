import { Skeleton } from '@mantine/core'
import { gridGap, rowHeight } from '#shared/dashboards/grid.ts'
import { t } from '#shared/messages/translate.ts'
import classes from './dashboard-skeleton.module.css'

/** A typical layout: columns and rows of each widget. */
const usual = [
  { id: 'first', columns: 2, rows: 4 },
  { id: 'second', columns: 2, rows: 4 },
  { id: 'third', columns: 2, rows: 4 },
  { id: 'left', columns: 3, rows: 8 },
  { id: 'right', columns: 3, rows: 8 },
]

/** Placeholder of a dashboard while it loads. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sx-visually-hidden">{t('Loading…')}</span>
      <div aria-hidden="true">
        <div className={classes.head}>
          <Skeleton height={28} width="min(20rem, 60%)" />
          <Skeleton height={30} width={150} className={classes.actions} />
        </div>
        <div className={classes.grid}>
          {usual.map(({ id, columns, rows }) => (
            <Skeleton
              key={id}
              className={classes.widget}
              height={rows * rowHeight - gridGap}
              data-columns={columns}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
