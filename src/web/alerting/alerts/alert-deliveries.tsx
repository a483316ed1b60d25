import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/messages/translate.ts'
import { DeliveriesTable } from '#web/alerting/deliveries/deliveries-table.tsx'
import { deliveriesQuery } from '#web/alerting/deliveries/delivery-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { HistorySection } from './evaluation-history.tsx'

const DeliveryDialog = lazy(() =>
  import('#web/alerting/deliveries/delivery-dialog.tsx').then((module) => ({
    default: module.DeliveryDialog,
  })),
)

/** The deliveries of an alert, each with its attempts. Only for admins, as on the server. */
export function AlertDeliveries({ alertId }: { alertId: number }) {
  const [place, setPlace] = useState({ page: 1, pageSize: 10 })
  const [opened, setOpened] = useState<number | null>(null)
  const { page, pageSize } = place
  const list = useQuery({
    ...deliveriesQuery({ page, page_size: pageSize, alert_id: alertId }),
    // evaluations continue in the background, and an attempt takes seconds
    refetchInterval: 10_000,
  })
  return (
    <HistorySection
      title={t('Deliveries')}
      list={list}
      nothing={
        <EmptyState size="compact" title={t('Nothing sent yet')}>
          {t('Messages about this alert are listed here for a month.')}
        </EmptyState>
      }
      place={place}
      onPlace={setPlace}
    >
      {(deliveries) => (
        <>
          <DeliveriesTable
            deliveries={deliveries}
            ofOneAlert
            dimmed={list.isPlaceholderData}
            onOpen={setOpened}
          />
          <Opening>
            {opened !== null && <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
          </Opening>
        </>
      )}
    </HistorySection>
  )
}
