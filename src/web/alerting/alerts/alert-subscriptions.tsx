import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { IconMail, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  createSubscription,
  deleteSubscription,
  type Subscription,
} from '#shared/alerts/alert-subscriptions-api.ts'
import type { Alert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { DestinationLogo } from '#web/alerting/destinations/destination-logo.tsx'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useClientConfig, useCurrentUser, usePermission } from '#web/session/use-session.ts'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { lazy } from '#web/ui/lazy.tsx'
import { Opening } from '#web/ui/opening.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { notify } from '#web/ui/toast.tsx'
import { subscriptionsQuery } from './alert-queries.ts'
import classes from './alert-subscriptions.module.css'

const AddDestinationsDialog = lazy(() =>
  import('./add-destinations-dialog.tsx').then((module) => ({ default: module.AddDestinationsDialog })),
)

/** A subscription as these lists show it; one that waits for its alert to be saved has no stored row yet. */
export type ShownSubscription = Pick<Subscription, 'id' | 'destination'> & {
  user: Pick<Subscription['user'], 'id' | 'name' | 'email'>
}

/** What a viewer can do with subscriptions, at once or when the alert is saved. */
export interface Subscribing {
  isBusy: boolean
  /** by mail to the viewer */
  subscribe: () => Promise<void>
  unsubscribe: (id: number) => Promise<void>
  /** resolves to the ids that could not be added */
  addDestinations: (ids: readonly number[]) => Promise<number[]>
}

/**
 * Who is notified: the viewer by mail, destinations, and other users
 * (docs/reference/screens-administration.md#alert-page).
 */
export function AlertSubscriptions({ alert, hint }: { alert: Alert; hint?: string }) {
  const list = useQuery(subscriptionsQuery(alert.id))
  const subscribing = useSubscribing(alert.id)
  return (
    <SubscriptionLists subscriptions={list.data} subscribing={subscribing} hint={hint}>
      {list.isPending && <TableSkeleton rows={2} rowHeight={48} />}
      {list.isError && <ErrorAlert error={list.error} onRetry={() => void list.refetch()} />}
    </SubscriptionLists>
  )
}

interface SubscriptionListsProps {
  /** undefined: not loaded */
  subscriptions: readonly ShownSubscription[] | undefined
  subscribing: Subscribing
  /** when the changes take effect, where that is not plain */
  hint?: string | undefined
  /** while nothing is loaded */
  children?: ReactNode
}

export function SubscriptionLists({ subscriptions, subscribing, hint, children }: SubscriptionListsProps) {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('Destinations')}</h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          aria-haspopup="dialog"
          disabled={subscriptions === undefined}
          onClick={() => setIsAdding(true)}
        >
          {t('Add')}
        </Button>
      </div>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
      {subscriptions && <Subscriptions subscriptions={subscriptions} subscribing={subscribing} />}
      <Opening>
        {isAdding && subscriptions && (
          <AddDestinationsDialog
            subscribed={subscriptions.flatMap(({ destination }) => destination?.id ?? [])}
            add={subscribing.addDestinations}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Opening>
    </>
  )
}

interface SubscriptionsProps {
  subscriptions: readonly ShownSubscription[]
  subscribing: Subscribing
}

function Subscriptions({ subscriptions, subscribing }: SubscriptionsProps) {
  const { id } = useCurrentUser()
  const isAdmin = usePermission('admin')
  const own = subscriptions.find(({ destination, user }) => destination === undefined && user.id === id)
  const others = subscriptions.filter((one) => one !== own)
  return (
    <>
      <OwnMail own={own} subscribing={subscribing} />
      <ul className={classes.list} aria-label={t('Destinations')}>
        {others.map((one) => (
          <OtherSubscription
            key={one.id}
            subscription={one}
            onRemove={isAdmin || one.user.id === id ? () => void subscribing.unsubscribe(one.id) : null}
            isBusy={subscribing.isBusy}
          />
        ))}
      </ul>
      {subscriptions.length === 0 && (
        <p className={classes.hint}>
          {t('Nobody is notified yet: turn on your own email, or add destinations.')}
        </p>
      )}
    </>
  )
}

interface OwnMailProps {
  own: ShownSubscription | undefined
  subscribing: Subscribing
}

function OwnMail({ own, subscribing }: OwnMailProps) {
  const { email } = useCurrentUser()
  const { mailSettingsMissing } = useClientConfig()
  return (
    <div className={classes.row}>
      <IconMail size={20} stroke={1.5} className={classes.icon} aria-hidden="true" />
      <Switch
        className={classes.words}
        label={email}
        description={mailSettingsMissing ? t('This instance sends no emails.') : t('Your email')}
        labelPosition="left"
        checked={own !== undefined}
        disabled={subscribing.isBusy}
        styles={{
          body: { justifyContent: 'space-between', alignItems: 'center' },
          label: { overflowWrap: 'anywhere' },
        }}
        onChange={() => void (own ? subscribing.unsubscribe(own.id) : subscribing.subscribe())}
      />
    </div>
  )
}

interface OtherSubscriptionProps {
  subscription: ShownSubscription
  /** null: another user's, which the viewer may not remove */
  onRemove: (() => void) | null
  isBusy: boolean
}

function OtherSubscription({ subscription, onRemove, isBusy }: OtherSubscriptionProps) {
  const { destination, user } = subscription
  const name = destination?.name ?? user.name
  return (
    <li className={classes.row}>
      {destination === undefined ? (
        <IconMail size={20} stroke={1.5} className={classes.icon} aria-hidden="true" />
      ) : (
        <DestinationLogo type={destination.type} size={20} />
      )}
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {destination === undefined ? user.email : t('Added by {name}', { name: user.name })}
        </span>
      </span>
      {onRemove && (
        <Tooltip label={t('Remove')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove {name}', { name })}
            disabled={isBusy}
            onClick={onRemove}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}

/** Adds and removes subscriptions, with the messages of docs/reference/screens-administration.md#alert-messages. */
function useSubscribing(alertId: number): Subscribing {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id: alertId }

  const act = async <T,>(work: () => Promise<T>): Promise<T> => {
    setIsBusy(true)
    try {
      return await work()
    } finally {
      await client.invalidateQueries({ queryKey: subscriptionsQuery(alertId).queryKey })
      setIsBusy(false)
    }
  }

  return {
    isBusy,
    subscribe: async () => {
      try {
        await act(() => call(createSubscription, { params, body: {} }))
        notify.success(t('Subscribed.'))
      } catch (error) {
        notify.error(messageOf(error, ''), { title: t('Failed saving subscription.') })
      }
    },
    unsubscribe: async (subscription_id) => {
      try {
        await act(() => call(deleteSubscription, { params: { ...params, subscription_id } }))
      } catch (error) {
        notify.error(messageOf(error, ''), { title: t('Failed unsubscribing.') })
      }
    },
    addDestinations: async (ids) => {
      const added = await act(() =>
        Promise.allSettled(
          ids.map((destination_id) => call(createSubscription, { params, body: { destination_id } })),
        ),
      )
      const left = ids.filter((_, place) => added[place]?.status === 'rejected')
      if (left.length === 0) notify.success(t('Subscribed.'))
      else notify.error(t('Failed to save some of selected items.'))
      return left
    },
  }
}
