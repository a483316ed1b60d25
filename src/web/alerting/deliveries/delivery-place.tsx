import { IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Delivery } from '#shared/deliveries/deliveries-api.ts'
import { t } from '#shared/messages/translate.ts'
import { DestinationLogo } from '#web/alerting/destinations/destination-logo.tsx'
import { Logo } from '#web/ui/logo.tsx'
import classes from './deliveries.module.css'

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
