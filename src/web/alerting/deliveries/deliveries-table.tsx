import { Button, Tooltip } from '@mantine/core'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './deliveries.module.css'
import { DeliveryAlert, DeliveryPlace } from './delivery-place.tsx'
import { DeliveryStateLabel, subjectOf } from './delivery-words.tsx'
import { NextAttempt } from './next-attempt.tsx'
import { SendAgainButton } from './send-again-button.tsx'

interface DeliveriesTableProps {
  deliveries: readonly Delivery[]
  /** hides the alert's name, which is the same in every row */
  ofOneAlert?: boolean
  /** shows the previous page until the next one is loaded */
  dimmed: boolean
  onOpen: (id: number) => void
}

export function DeliveriesTable({ deliveries, ofOneAlert = false, dimmed, onOpen }: DeliveriesTableProps) {
  return (
    <RowsTable
      columns={[
        whenColumn,
        ofOneAlert ? subjectColumn : alertColumn,
        ...howColumns,
        {
          ...{ key: 'attempts', label: t('Attempts') },
          cell: (delivery) => <AttemptsButton delivery={delivery} onOpen={onOpen} />,
        },
        ...lastColumns,
      ]}
      rows={deliveries}
      keyOf={({ id }) => id}
      minWidth={ofOneAlert ? 920 : 1040}
      dimmed={dimmed}
      isLog
    />
  )
}

const whenColumn: RowsColumn<Delivery> = {
  ...{ key: 'created_at', label: t('Created At'), className: classes.time },
  cell: ({ created_at }) => <TimeAgo date={created_at} />,
}

const alertColumn: RowsColumn<Delivery> = {
  ...{ key: 'alert', label: t('Alert'), className: classes.alert, isLine: true },
  cell: (delivery) => {
    const subject = subjectOf(delivery)
    return (
      <>
        <DeliveryAlert delivery={delivery} />
        {subject !== null && <span className={classes.told}>{subject}</span>}
      </>
    )
  },
}

const subjectColumn: RowsColumn<Delivery> = {
  ...{ key: 'told', label: t('Message') },
  cell: subjectOf,
}

const howColumns: readonly RowsColumn<Delivery>[] = [
  {
    ...{ key: 'destination', label: t('Destination'), className: classes.where },
    cell: (delivery) => <DeliveryPlace delivery={delivery} />,
  },
  {
    ...{ key: 'state', label: t('State') },
    cell: ({ state }) => <DeliveryStateLabel state={state} />,
  },
]

const lastColumns: readonly RowsColumn<Delivery>[] = [
  {
    ...{ key: 'next_attempt', label: t('Next Attempt'), className: classes.time },
    cell: ({ state, next_attempt_at }) =>
      state === 'queued' && next_attempt_at !== null ? <NextAttempt date={next_attempt_at} /> : null,
  },
  {
    ...{ key: 'last_error', label: t('Last Error'), className: classes.error, isLine: true },
    cell: ({ last_error }) =>
      last_error === null ? null : (
        <span className={classes.preview} title={last_error}>
          {last_error}
        </span>
      ),
  },
  {
    ...{ key: 'acts', label: t('Actions'), isQuiet: true, className: classes.acts },
    cell: (delivery) => (delivery.can_send_again ? <SendAgainButton id={delivery.id} /> : null),
  },
]

function AttemptsButton({ delivery: { id, attempts }, onOpen }: AttemptsButtonProps) {
  return (
    <Tooltip label={t('Show the attempts')}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('Attempts of delivery {id}: {count}', { id, count: attempts })}
        onClick={() => onOpen(id)}
      >
        {attempts}
      </Button>
    </Tooltip>
  )
}

interface AttemptsButtonProps {
  delivery: Delivery
  onOpen: (id: number) => void
}
