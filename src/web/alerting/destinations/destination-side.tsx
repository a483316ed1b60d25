import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DestinationPage } from '#shared/destinations/destinations-api.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { RecentDeliveries } from '#web/alerting/deliveries/recent-deliveries.tsx'
import classes from './destination.module.css'

/** The alerts that notify the destination, and its newest deliveries. */
export function DestinationSide({ destination }: { destination: DestinationPage }) {
  return (
    <>
      <section>
        <h2>{t('Alerts')}</h2>
        <Alerts destination={destination} />
      </section>
      <section>
        <h2>{t('Newest deliveries')}</h2>
        <RecentDeliveries destinationId={destination.id} />
        <Button
          component={Link}
          to={`/destinations/deliveries?destination_id=${destination.id}`}
          variant="default"
          size="xs"
        >
          {t('Open the delivery log')}
        </Button>
      </section>
    </>
  )
}

function Alerts({ destination: { alerts, alert_count } }: { destination: DestinationPage }) {
  if (alert_count === 0) {
    return <p>{t('No alert uses it yet. Add it on the page of an alert.')}</p>
  }
  const rest = alert_count - alerts.length
  return (
    <ul className={classes.alerts}>
      {alerts.map(({ id, name }) => (
        <li key={id}>
          <Anchor href={`/alerts/${id}`}>{name}</Anchor>
        </li>
      ))}
      {rest > 0 && (
        <li className={classes.quiet}>{plural(rest, { one: '{count} more', other: '{count} more' })}</li>
      )}
    </ul>
  )
}
