import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryAttempt } from '#shared/deliveries/deliveries-api.ts'
import { formatMoment } from '#shared/format/dates.ts'
import { t } from '#shared/messages/translate.ts'
import { useClientConfig } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StateLabel } from '#web/ui/state-label.tsx'
import classes from './deliveries.module.css'
import { DeliveryAlert, DeliveryPlace, NextAttempt, SendAgainButton } from './deliveries-table.tsx'
import { deliveryQuery } from './delivery-queries.ts'
import { DeliveryStateLabel, subjectOf } from './delivery-words.tsx'

/** One delivery with all its attempts. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const delivery = useQuery(deliveryQuery(id))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Delivery {id}', { id })}
      size={720}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {delivery.isPending && <TableSkeleton rows={4} rowHeight={36} />}
      {delivery.isError && <ErrorAlert error={delivery.error} onRetry={() => void delivery.refetch()} />}
      {delivery.isSuccess && (
        <>
          <Facts delivery={delivery.data} />
          <Attempts log={delivery.data.log} />
          {delivery.data.can_send_again && (
            <div className={classes.foot}>
              <SendAgainButton id={id} />
            </div>
          )}
        </>
      )}
    </Modal>
  )
}

function Facts({ delivery }: { delivery: Delivery }) {
  const subject = subjectOf(delivery)
  return (
    <dl className={classes.facts}>
      <dt>{t('State')}</dt>
      <dd>
        <DeliveryStateLabel state={delivery.state} />
        {delivery.state === 'superseded' && (
          <span className={classes.told}>
            {t('A newer message to the same recipient replaced this one before it was sent.')}
          </span>
        )}
      </dd>
      <dt>{t('Alert')}</dt>
      <dd>
        <DeliveryAlert delivery={delivery} />
        {subject !== null && !delivery.is_test && <span className={classes.told}>{subject}</span>}
      </dd>
      <dt>{t('Destination')}</dt>
      <dd>
        <DeliveryPlace delivery={delivery} />
      </dd>
      {delivery.state === 'queued' && delivery.next_attempt_at !== null && (
        <>
          <dt>{t('Next Attempt')}</dt>
          <dd>
            <NextAttempt date={delivery.next_attempt_at} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Attempts({ log }: { log: readonly DeliveryAttempt[] }) {
  const { dateTimeFormat } = useClientConfig()
  if (log.length === 0) return <p className={classes.quiet}>{t('No attempt has ended yet.')}</p>
  return (
    <ol className={classes.attempts} aria-label={t('Attempts')}>
      {log.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts are only ever added at the end
        <li key={index}>
          <time dateTime={attempt.at}>{formatMoment(attempt.at, dateTimeFormat)}</time>
          <StateLabel kind={attempt.ok ? 'ok' : 'error'}>{attempt.ok ? t('Sent') : t('Failed')}</StateLabel>
          {attempt.detail !== null && <span className={classes.said}>{attempt.detail}</span>}
        </li>
      ))}
    </ol>
  )
}
