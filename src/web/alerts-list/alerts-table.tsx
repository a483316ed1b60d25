import { Table, Tooltip } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { AlertStateLabel } from '#web/alerts/alert-state-label.tsx'
import { nextOrder, shownOrder } from '#web/lists/list-state.ts'
import { directionOf, moveBetweenRows } from '#web/lists/list-table.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { SortHeader } from '#web/ui/sort-header.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './alerts-table.module.css'

interface AlertsTableProps {
  alerts: readonly Alert[]
  /** null: as usual */
  order: string | null
  onOrder: (order: string) => void
}

/** In the order of part 2 section 2. */
const columns = [
  { key: 'name', label: t('Name') },
  { key: 'created_by', label: t('Created By') },
  { key: 'state', label: t('State') },
  { key: 'updated_at', label: t('Last Updated At') },
  { key: 'created_at', label: t('Created At') },
] as const

export function AlertsTable({ alerts, order, onOrder }: AlertsTableProps) {
  const shown = shownOrder({ q: '', order }, false)
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ type: 'auto' }}>
      <Table verticalSpacing={8} horizontalSpacing={8} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.bell}>
              <span className="sx-visually-hidden">{t('Muted')}</span>
            </Table.Th>
            {columns.map(({ key, label }) => (
              <SortHeader
                key={key}
                label={label}
                direction={directionOf(shown, key)}
                onSort={() => onOrder(nextOrder(shown, key))}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  return (
    <Table.Tr>
      <Table.Td className={classes.bell}>{alert.options['muted'] === true && <MutedBell />}</Table.Td>
      <Table.Td className={classes.nameCell}>
        <Link
          to="/alerts/$alertId"
          params={{ alertId: alert.id }}
          className={classes.name}
          data-row-link={true}
        >
          {alert.name}
        </Link>
        <span className={classes.query}>{alert.query.name}</span>
      </Table.Td>
      <Table.Td className={classes.owner}>
        <span className={classes.person}>
          <Avatar name={alert.user.name} />
          <span className={classes.personName} title={alert.user.name}>
            {alert.user.name}
          </span>
        </span>
      </Table.Td>
      <Table.Td>
        <AlertStateLabel state={alert.state} />
      </Table.Td>
      <Table.Td className={classes.date}>
        <TimeAgo date={alert.updated_at} />
      </Table.Td>
      <Table.Td className={classes.date}>
        <TimeAgo date={alert.created_at} />
      </Table.Td>
    </Table.Tr>
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
