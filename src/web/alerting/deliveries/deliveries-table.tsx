import { Button, Tooltip } from '@mantine/core'
import { IconMail, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Delivery, sendDeliveryAgain } from '#shared/deliveries/deliveries-api.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { timeUntil } from '#shared/schedules/time-until.ts'
import { DestinationLogo } from '#web/alerting/destinations/destination-logo.tsx'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { Logo } from '#web/ui/logo.tsx'
import { type RowsColumn, RowsTable } from '#web/ui/rows-table.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './deliveries.module.css'
import { deliveriesKey } from './delivery-queries.ts'
import { DeliveryStateLabel, subjectOf } from './delivery-words.tsx'

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

/** When the next attempt starts. */
export function NextAttempt({ date }: { date: string }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <Tooltip label={formatMoment(date, dateTimeFormat)}>
      <time dateTime={date}>{timeUntil(Date.parse(date), Date.now())}</time>
    </Tooltip>
  )
}

/** The recipient of a message: a destination, or a user by mail. */
export function DeliveryPlace({ delivery: { destination, user } }: { delivery: Delivery }) {
  if (destination === null) {
    return (
      <span className={classes.place}>
        <Logo src={undefined} sign={IconMail} size={24} />
        <span>{t('Mail to {name}', { name: user?.name ?? t('a former user') })}</span>
      </span>
    )
  }
  return (
    <span className={classes.place}>
      <DestinationLogo type={destination.type} size={24} />
      <Link
        to="/destinations/$destinationId"
        params={{ destinationId: destination.id }}
        className={classes.link}
      >
        {destination.name}
      </Link>
    </span>
  )
}

/** The alert that a message is about. */
export function DeliveryAlert({ delivery: { alert } }: { delivery: Delivery }) {
  if (alert === null) return <span className={classes.quiet}>{t('Test of the destination')}</span>
  return (
    <a href={`/alerts/${alert.id}`} className={classes.link}>
      {alert.name}
    </a>
  )
}

/** For deliveries that failed or were refused, if their message is still true. */
export function SendAgainButton({ id }: { id: number }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => call(sendDeliveryAgain, { params: { id } }),
    onSuccess: () => notify.success(t('The message is on its way again.')),
    onError: (error) => notify.error(messageOf(error, t('Failed sending again.'))),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey }),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} />}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      {t('Send again')}
    </Button>
  )
}
