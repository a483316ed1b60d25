import { ActionIcon, Skeleton, Table, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { type AlertState, alertStates } from '#shared/alerts/alert-rules.ts'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/app/use-session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { ListPaging } from '#web/ui/list-paging.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import classes from './alert-history.module.css'
import { deliveriesQuery, deliveryLogQuery } from './alert-queries.ts'
import { AlertStateLabel } from './alert-state-label.tsx'
import { historySizes, scrolledByKeys } from './evaluation-history.tsx'

/** Each message about the alert to each place, with its attempts. For admins, as the server has it. */
export function AlertDeliveries({ alertId }: { alertId: number }) {
  const [{ page, pageSize }, setPlace] = useState({ page: 1, pageSize: 10 })
  const list = useQuery({ ...deliveriesQuery(alertId, page, pageSize), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className={classes.heading}>
        {t('Deliveries')}
      </h2>
      {list.isPending && <TableSkeleton rows={3} rowHeight={44} />}
      {list.isError && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.count === 0 && (
        <EmptyState size="compact" title={t('Nothing sent yet')}>
          {t('Messages about this alert are listed here for a month.')}
        </EmptyState>
      )}
      {list.data && list.data.count > 0 && (
        <>
          <DeliveriesTable alertId={alertId} deliveries={list.data.results} />
          <ListPaging
            page={page}
            pageSize={pageSize}
            total={list.data.count}
            sizes={historySizes}
            hiddenUpTo={10}
            onPage={(next) => setPlace({ page: next, pageSize })}
            onPageSize={(next) => setPlace({ page: 1, pageSize: next })}
          />
        </>
      )}
    </section>
  )
}

interface DeliveriesTableProps {
  alertId: number
  deliveries: readonly Delivery[]
}

function DeliveriesTable({ alertId, deliveries }: DeliveriesTableProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <Table.ScrollContainer minWidth={680} scrollAreaProps={scrolledByKeys(t('Deliveries'))}>
      <Table verticalSpacing={8} horizontalSpacing={8} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.opener}>
              <span className="sx-visually-hidden">{t('Attempts')}</span>
            </Table.Th>
            {[t('Time'), t('To'), t('Told'), t('Delivery'), t('Last error')].map((label) => (
              <Table.Th key={label} className={classes.head}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <Fragment key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                isOpen={open === delivery.id}
                onToggle={() => setOpen(open === delivery.id ? null : delivery.id)}
              />
              {open === delivery.id && (
                <Table.Tr>
                  <Table.Td />
                  <Table.Td colSpan={5}>
                    <Attempts alertId={alertId} delivery={delivery} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface DeliveryRowProps {
  delivery: Delivery
  isOpen: boolean
  onToggle: () => void
}

function DeliveryRow({ delivery, isOpen, onToggle }: DeliveryRowProps) {
  const place = placeOf(delivery)
  const label = t('Attempts of the delivery to {place}', { place })
  const told = alertStates.find((state): state is AlertState => state === delivery.alert_state)
  return (
    <Table.Tr>
      <Table.Td className={classes.opener}>
        <Tooltip label={t('Attempts')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={label}
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          </ActionIcon>
        </Tooltip>
      </Table.Td>
      <Table.Td className={classes.time}>
        <TimeAgo date={delivery.created_at} />
      </Table.Td>
      <Table.Td className={classes.place}>{place}</Table.Td>
      <Table.Td>{told ? <AlertStateLabel state={told} /> : '–'}</Table.Td>
      <Table.Td>
        <DeliveryState delivery={delivery} />
      </Table.Td>
      <Table.Td className={classes.why}>{delivery.last_error ?? '–'}</Table.Td>
    </Table.Tr>
  )
}

function placeOf({ destination, user }: Delivery): string {
  if (destination !== null) return destination.name
  return user === null ? t('E-mail') : t('E-mail of {name}', { name: user.name })
}

const states: Readonly<Record<Delivery['state'], { kind: StateKind; word: string }>> = {
  queued: { kind: 'unknown', word: t('Waiting') },
  sent: { kind: 'ok', word: t('Sent') },
  failed: { kind: 'error', word: t('Refused') },
  given_up: { kind: 'error', word: t('Given up') },
}

function DeliveryState({ delivery: { state, attempts, next_attempt_at } }: { delivery: Delivery }) {
  const { kind, word } = states[state]
  const isLate = state === 'queued' && attempts > 0
  return (
    <span className={classes.counts}>
      <StateLabel kind={isLate ? 'warning' : kind}>{isLate ? t('Trying again') : word}</StateLabel>
      {isLate && next_attempt_at !== null && <NextAttempt at={next_attempt_at} />}
    </span>
  )
}

function NextAttempt({ at }: { at: string }) {
  const { dateTimeFormat } = useClientConfig()
  return (
    <span className={classes.quiet}>
      {t('next attempt at {time}', { time: formatDateTime(at, dateTimeFormat) })}
    </span>
  )
}

function Attempts({ alertId, delivery: { id } }: { alertId: number; delivery: Delivery }) {
  const delivery = useQuery(deliveryLogQuery(alertId, id))
  if (delivery.isPending) return <Skeleton height={14} width="50%" my={6} />
  if (delivery.isError) return <ErrorAlert error={delivery.error} onRetry={() => void delivery.refetch()} />
  const { log } = delivery.data
  if (log.length === 0) return <span className={classes.quiet}>{t('No attempt yet.')}</span>
  return (
    <ol className={classes.attempts}>
      {log.map((attempt) => (
        <li key={attempt.at} className={classes.attempt}>
          <TimeAgo date={attempt.at} />
          <StateLabel kind={attempt.ok ? 'ok' : 'error'}>
            {attempt.ok ? t('Sent') : t('Failed')}
            {attempt.status === null ? '' : ` ${attempt.status}`}
          </StateLabel>
          {attempt.detail !== null && <span className={classes.why}>{attempt.detail}</span>}
        </li>
      ))}
    </ol>
  )
}
