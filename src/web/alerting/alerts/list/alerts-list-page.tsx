import { Button, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { alertsQuery } from '#web/alerting/alerts/alert-queries.ts'
import { AlertStateLabel } from '#web/alerting/alerts/alert-state-label.tsx'
import listClasses from '#web/lists/list.module.css'
import { createdAtColumn, createdByColumn, orderingHeads } from '#web/lists/list-cells.tsx'
import { type ListState, readListState, shownOrder, writeListState } from '#web/lists/list-state.ts'
import { focusFirstRow, moveBetweenRows } from '#web/lists/list-table.tsx'
import { useClientConfig, usePermission } from '#web/session/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { NothingFound } from '#web/ui/nothing-found.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import classes from './alerts-list-page.module.css'
import { alertOrderKeys, alertsOfPage } from './alerts-state.ts'

/** In the order of docs/reference/screens-administration.md#alert-list. */
const columns: readonly RowsColumn<Alert>[] = [
  {
    ...{ key: 'muted', label: t('Muted'), isQuiet: true, className: classes.bell },
    cell: ({ options }) => (options['muted'] === true ? <MutedBell /> : null),
  },
  {
    ...{ key: 'name', label: t('Name'), isLine: true, className: listClasses.nameCell },
    cell: ({ id, name, query, from_git }) => (
      <>
        <Link
          to="/alerts/$alertId"
          params={{ alertId: id }}
          className={listClasses.name}
          data-row-link={true}
        >
          {name}
        </Link>
        {from_git !== undefined && (
          <span className={listClasses.label}>
            <StateLabel>{t('From git')}</StateLabel>
          </span>
        )}
        <span className={classes.query}>{query.name}</span>
      </>
    ),
  },
  createdByColumn,
  { key: 'state', label: t('State'), cell: ({ state }) => <AlertStateLabel state={state} /> },
  {
    ...{ key: 'updated_at', label: t('Last Updated At'), className: listClasses.date },
    cell: ({ updated_at }) => <TimeAgo date={updated_at} />,
  },
  createdAtColumn,
]

/** /alerts: alerts on queries that the viewer may see. The address contains search, order and page. */
export function AlertsListPage() {
  usePageTitle(t('Alerts'))
  const alerts = useQuery(alertsQuery)
  return (
    <Page>
      <PageHeader title={t('Alerts')} actions={<NewAlertButton />} />
      {alerts.isPending && <TableSkeleton rows={8} rowHeight={44} />}
      {alerts.isError && alerts.data === undefined && (
        <ErrorAlert error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.data?.length === 0 && <NoAlerts />}
      {alerts.data !== undefined && alerts.data.length > 0 && <Alerts alerts={alerts.data} />}
    </Page>
  )
}

function NewAlertButton() {
  if (!usePermission('list_alerts')) return null
  return (
    <Button component={Link} to="/alerts/new" leftSection={<IconPlus size={16} />}>
      {t('New Alert')}
    </Button>
  )
}

function NoAlerts() {
  return (
    <EmptyState
      icon={<IconBell size={40} stroke={1.5} />}
      title={t('Get notified on certain events.')}
      action={
        <Button component={Link} to="/alerts/new" variant="light">
          {t('New Alert')}
        </Button>
      }
    >
      {t(
        'An alert checks each new result of a query, and notifies the people and channels you choose when a number goes too far.',
      )}
    </EmptyState>
  )
}

function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { pageSize, pageSizeOptions } = useClientConfig()
  const state = useMemo(() => readListState(search, pageSize, alertOrderKeys), [search, pageSize])
  const { rows, page, count } = useMemo(() => alertsOfPage(alerts, state), [alerts, state])
  const content = useRef<HTMLDivElement>(null)
  const show = (changes: Partial<ListState>, how: { replace?: boolean } = {}) =>
    void navigate({
      to: '/alerts',
      search: writeListState({ ...state, page: 1, ...changes }, pageSize) as never,
      replace: how.replace ?? false,
      resetScroll: changes.page !== undefined,
    })
  return (
    <>
      <SearchInput
        label={t('Search alerts')}
        placeholder={t('Search alerts…')}
        value={state.q}
        onSearch={(q) => show({ q }, { replace: true })}
        onDown={() => focusFirstRow(content.current)}
      />
      <div ref={content}>
        {count === 0 ? (
          <NothingFound
            title={t("Sorry, we couldn't find anything.")}
            clearLabel={t('Clear the search')}
            onClear={() => show({ q: '' })}
          />
        ) : (
          <AlertsTable alerts={rows} order={state.order} onOrder={(order) => show({ order })} />
        )}
      </div>
      <ListPaging
        page={page}
        pageSize={state.pageSize}
        total={count}
        sizes={pageSizeOptions}
        onPage={(next) => show({ page: next })}
        onPageSize={(next) => show({ pageSize: next })}
      />
    </>
  )
}

interface AlertsTableProps {
  alerts: readonly Alert[]
  /** null: the default order */
  order: string | null
  onOrder: (order: string) => void
}

function AlertsTable({ alerts, order, onOrder }: AlertsTableProps) {
  return (
    <RowsTable
      columns={columns}
      rows={alerts}
      keyOf={({ id }) => id}
      minWidth={720}
      head={orderingHeads(alertOrderKeys, shownOrder({ q: '', order }, false), onOrder)}
      onKeyDown={moveBetweenRows}
    />
  )
}

function MutedBell() {
  return (
    <Tooltip label={t('Notifications are muted')}>
      <span className={classes.muted} role="img" aria-label={t('Notifications are muted')}>
        <IconBellOff size={16} />
      </span>
    </Tooltip>
  )
}
