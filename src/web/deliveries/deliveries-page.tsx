import { Anchor, Button, Select } from '@mantine/core'
import { IconListDetails, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { t } from '#shared/messages/translate.ts'
import { usePageTitle } from '#web/app/use-page-title.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { destinationsQuery } from '#web/destinations/destination-queries.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { ListFailure } from '#web/ui/list-failure.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import classes from './deliveries.module.css'
import {
  type DeliveriesState,
  isFiltered,
  noFilters,
  readDeliveriesState,
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

/** /destinations/deliveries: every message about an alert, and how it went. Filters and page stand in the address. */
export function DeliveriesPage() {
  usePageTitle(t('Delivery Log'))
  const { pageSize } = useClientConfig()
  const state = readDeliveriesState(useSearch({ strict: false }), pageSize)
  const navigate = useNavigate()
  const onShow: ShowProps['onShow'] = (changes) => {
    // opening a delivery leaves the page of the list as it is
    const next = 'delivery' in changes ? { ...state, ...changes } : { ...state, page: 1, ...changes }
    void navigate({
      to: '/destinations/deliveries',
      search: writeDeliveriesState(next, pageSize) as never,
      resetScroll: changes.page !== undefined,
    })
  }
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
      <Filters state={state} onShow={onShow} />
      <Deliveries state={state} onShow={onShow} />
      <Suspense>
        {state.delivery !== null && (
          <DeliveryDialog id={state.delivery} onClose={() => onShow({ delivery: null })} />
        )}
      </Suspense>
    </>
  )
}

function Filters({ state, onShow }: ShowProps) {
  const destinations = useQuery(destinationsQuery)
  return (
    <search className={classes.filters} aria-label={t('Filters')}>
      <Select
        label={t('State')}
        placeholder={t('All')}
        className={classes.filter}
        clearable
        data={deliveryStates.map((value) => ({ value, label: deliveryStateName(value) }))}
        value={state.state}
        onChange={(value) => onShow({ state: value })}
      />
      <Select
        label={t('Destination')}
        placeholder={t('All')}
        className={classes.filter}
        clearable
        searchable
        data={(destinations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={state.destinationId === null ? null : String(state.destinationId)}
        onChange={(value) => onShow({ destinationId: value === null ? null : Number(value) })}
      />
      {isFiltered(state) && (
        <Button variant="subtle" onClick={() => onShow(noFilters)}>
          {t('Clear filters')}
        </Button>
      )}
    </search>
  )
}

function Deliveries({ state, onShow }: ShowProps) {
  const { pageSizeOptions } = useClientConfig()
  const list = useQuery(
    deliveriesQuery({
      page: state.page,
      page_size: state.pageSize,
      state: state.state ?? undefined,
      destination_id: state.destinationId ?? undefined,
      alert_id: state.alertId ?? undefined,
    }),
  )
  if (list.isPending) return <TableSkeleton rows={10} rowHeight={44} />
  if (list.isError) {
    return (
      <ListFailure
        error={list.error}
        onFirstPage={() => onShow({ page: 1 })}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const { count, page, results } = list.data
  if (results.length === 0) return <NoDeliveries state={state} onShow={onShow} />
  return (
    <>
      <DeliveriesTable
        deliveries={results}
        dimmed={list.isPlaceholderData}
        onOpen={(delivery) => onShow({ delivery })}
      />
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={count}
        sizes={pageSizeOptions}
        onPage={(next) => onShow({ page: next })}
        onPageSize={(pageSize) => onShow({ pageSize })}
      />
    </>
  )
}

function NoDeliveries({ state, onShow }: ShowProps) {
  if (!isFiltered(state)) {
    return (
      <EmptyState
        icon={<IconListDetails size={40} stroke={1.5} />}
        title={t('No message was sent in the last 30 days.')}
      >
        {t('What alerts tell, and each test of a destination, is written down here.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={40} stroke={1.5} />}
      title={t('No deliveries match these filters.')}
      action={
        <Button variant="default" onClick={() => onShow(noFilters)}>
          {t('Clear filters')}
        </Button>
      }
    />
  )
}
