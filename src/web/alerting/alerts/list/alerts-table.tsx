import { Tooltip } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { AlertStateLabel } from '#web/alerting/alerts/alert-state-label.tsx'
import listClasses from '#web/lists/list.module.css'
import { createdAtColumn, createdByColumn, orderingHeads } from '#web/lists/list-cells.tsx'
import { shownOrder } from '#web/lists/list-state.ts'
import { moveBetweenRows } from '#web/lists/list-table.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { alertOrderKeys } from './alerts-state.ts'
import classes from './alerts-table.module.css'

interface AlertsTableProps {
  alerts: readonly Alert[]
  /** null: the default order */
  order: string | null
  onOrder: (order: string) => void
}

export function AlertsTable({ alerts, order, onOrder }: AlertsTableProps) {
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

/** In the order of docs/reference/screens-administration.md#alert-list. */
const columns: readonly RowsColumn<Alert>[] = [
  {
    ...{ key: 'muted', label: t('Muted'), isQuiet: true, className: classes.bell },
    cell: ({ options }) => (options['muted'] === true ? <MutedBell /> : null),
  },
  {
    ...{ key: 'name', label: t('Name'), isLine: true, className: listClasses.nameCell },
    cell: ({ id, name, query }) => (
      <>
        <Link
          to="/alerts/$alertId"
          params={{ alertId: id }}
          className={listClasses.name}
          data-row-link={true}
        >
          {name}
        </Link>
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

function MutedBell() {
  return (
    <Tooltip label={t('Notifications are muted')}>
      <span className={classes.muted} role="img" aria-label={t('Notifications are muted')}>
        <IconBellOff size={16} />
      </span>
    </Tooltip>
  )
}
