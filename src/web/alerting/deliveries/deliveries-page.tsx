import { Anchor, Select } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#shared/messages/translate.ts'
import { destinationsQuery } from '#web/alerting/destinations/destination-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { FilteredRows, LogFilters, logFilterClasses, useLogAddress } from '#web/ui/log-page.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import {
  type DeliveriesState,
  isFiltered,
  noFilters,
  readDeliveriesState,
  unreadFilters,
  writeDeliveriesState,
} from './deliveries-state.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { deliveriesQuery } from './delivery-queries.ts'
import { deliveryStateName, deliveryStates } from './delivery-words.tsx'

const DeliveryDialog = lazy(() =>
  import('./delivery-dialog.tsx').then((module) => ({ default: module.DeliveryDialog })),
)

interface ShowProps {
  state: DeliveriesState
  onShow: (changes: Partial<DeliveriesState>) => void
}

/** /destinations/deliveries: every message about an alert and its outcome. The address contains filters and page. */
export function DeliveriesPage() {
  usePageTitle(t('Delivery Log'))
  const { search, state, onShow } = useLogAddress<DeliveriesState>({
    to: '/destinations/deliveries',
    read: readDeliveriesState,
    write: writeDeliveriesState,
    // opening a delivery does not change the page of the list
    keepsPage: (changes) => 'delivery' in changes,
  })
  return (
    <>
      <PageHeader
        above={
          <Anchor component={Link} to="/destinations">
            {t('Alert Destinations')}
          </Anchor>
        }
        title={t('Delivery Log')}
        description={t('Messages about alerts of the last 30 days, and how each went.')}
      />
      <Filters state={state} unread={unreadFilters(search, state)} onShow={onShow} />
      <Deliveries state={state} onShow={onShow} />
      <Opening>
        {state.delivery !== null && (
          <DeliveryDialog id={state.delivery} onClose={() => onShow({ delivery: null })} />
        )}
      </Opening>
    </>
  )
}

function Filters({ state, unread, onShow }: ShowProps & { unread: readonly string[] }) {
  const destinations = useQuery(destinationsQuery)
  return (
    <LogFilters
      onClear={isFiltered(state) || unread.length > 0 ? () => onShow(noFilters) : null}
      unread={unread}
    >
      <Select
        label={t('State')}
        placeholder={t('All')}
        className={logFilterClasses.filter}
        clearable
        data={deliveryStates.map((value) => ({ value, label: deliveryStateName(value) }))}
        value={state.state}
        onChange={(value) => onShow({ state: value })}
      />
      <Select
        label={t('Destination')}
        placeholder={t('All')}
        className={logFilterClasses.filter}
        clearable
        searchable
        data={(destinations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={state.destinationId === null ? null : String(state.destinationId)}
        onChange={(value) => onShow({ destinationId: value === null ? null : Number(value) })}
      />
    </LogFilters>
  )
}

function Deliveries({ state, onShow }: ShowProps) {
  const list = useQuery(
    deliveriesQuery({
      page: state.page,
      page_size: state.pageSize,
      state: state.state ?? undefined,
      destination_id: state.destinationId ?? undefined,
      alert_id: state.alertId ?? undefined,
    }),
  )
  return (
    <FilteredRows
      list={list}
      state={state}
      onPlace={onShow}
      rowHeight={44}
      onClear={isFiltered(state) ? () => onShow(noFilters) : null}
      nothingFound={t('No deliveries match these filters.')}
      empty={<NoDeliveries />}
    >
      {(deliveries) => (
        <DeliveriesTable
          deliveries={deliveries}
          dimmed={list.isPlaceholderData}
          onOpen={(delivery) => onShow({ delivery })}
        />
      )}
    </FilteredRows>
  )
}

function NoDeliveries() {
  return (
    <EmptyState
      icon={<IconListDetails size={40} stroke={1.5} />}
      title={t('No message was sent in the last 30 days.')}
    >
      {t('This log lists all messages of alerts, and each test of a destination.')}
    </EmptyState>
  )
}
