import { Button, Table, Tooltip } from '@mantine/core'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { LogTable } from '#web/ui/log-table.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './deliveries.module.css'
import { DeliveryAlert, DeliveryPlace } from './delivery-place.tsx'
import { DeliveryStateLabel, toldWord } from './delivery-words.tsx'
import { NextAttempt } from './next-attempt.tsx'
import { SendAgainButton } from './send-again-button.tsx'

interface DeliveriesTableProps {
  deliveries: readonly Delivery[]
  /** an older page stays while the next is on its way */
  dimmed: boolean
  onOpen: (id: number) => void
}

export function DeliveriesTable({ deliveries, dimmed, onOpen }: DeliveriesTableProps) {
  const columns = [
    ...[t('Created At'), t('Alert'), t('Destination'), t('State'), t('Attempts'), t('Next Attempt')],
    t('Last Error'),
    <span key="acts" className="sx-visually-hidden">
      {t('Actions')}
    </span>,
  ]
  return (
    <LogTable columns={columns} minWidth={1040} dimmed={dimmed}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} onOpen={onOpen} />
      ))}
    </LogTable>
  )
}

function Row({ delivery, onOpen }: { delivery: Delivery; onOpen: (id: number) => void }) {
  const told = toldWord(delivery)
  return (
    <Table.Tr>
      <Table.Td className={classes.time}>
        <TimeAgo date={delivery.created_at} />
      </Table.Td>
      <Table.Td className={classes.alert}>
        <DeliveryAlert delivery={delivery} />
        {told !== null && <span className={classes.told}>{told}</span>}
      </Table.Td>
      <Table.Td className={classes.where}>
        <DeliveryPlace delivery={delivery} />
      </Table.Td>
      <Table.Td>
        <DeliveryStateLabel state={delivery.state} />
      </Table.Td>
      <Table.Td>
        <Tooltip label={t('Show the attempts')}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('Attempts of delivery {id}: {count}', {
              id: delivery.id,
              count: delivery.attempts,
            })}
            onClick={() => onOpen(delivery.id)}
          >
            {delivery.attempts}
          </Button>
        </Tooltip>
      </Table.Td>
      <Table.Td className={classes.time}>
        <NextAttempt delivery={delivery} />
      </Table.Td>
      <Table.Td className={classes.error}>
        {delivery.last_error !== null && (
          <span className={classes.preview} title={delivery.last_error}>
            {delivery.last_error}
          </span>
        )}
      </Table.Td>
      <Table.Td className={classes.acts}>
        <SendAgainButton delivery={delivery} />
      </Table.Td>
    </Table.Tr>
  )
}
