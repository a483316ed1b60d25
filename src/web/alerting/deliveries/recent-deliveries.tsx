import { useQuery } from '@tanstack/react-query'
import { t } from '#shared/messages/translate.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './deliveries.module.css'
import { deliveriesQuery } from './delivery-queries.ts'
import { DeliveryStateLabel } from './delivery-words.tsx'

const shown = 5

/** The newest messages to one destination. */
export function RecentDeliveries({ destinationId }: { destinationId: number }) {
  const list = useQuery(deliveriesQuery({ page: 1, page_size: shown, destination_id: destinationId }))
  if (list.isPending) return <TableSkeleton rows={3} rowHeight={32} />
  if (list.isError) return <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />
  const { results } = list.data
  if (results.length === 0) return <p className={classes.quiet}>{t('Nothing was sent yet.')}</p>
  return (
    <ul className={classes.recent}>
      {results.map((delivery) => (
        <li key={delivery.id}>
          <span className={classes.what}>{delivery.alert?.name ?? t('Test')}</span>
          <span className={classes.quiet}>
            <TimeAgo date={delivery.created_at} />
          </span>
          <DeliveryStateLabel state={delivery.state} />
        </li>
      ))}
    </ul>
  )
}
