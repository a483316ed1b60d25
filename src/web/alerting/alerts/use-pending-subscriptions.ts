import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createSubscription } from '#shared/alerts/alert-subscriptions-api.ts'
import { t } from '#shared/messages/translate.ts'
import { destinationsQuery } from '#web/alerting/destinations/destination-queries.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/session/use-session.ts'
import { notify } from '#web/ui/toast.tsx'
import type { ShownSubscription, Subscribing } from './alert-subscriptions.tsx'

/** Stands for the viewer's own mail; destinations keep their ids, which are positive. */
const ownMail = 0

/** Subscriptions chosen for an alert that is not saved yet: they are stored right after it. */
export interface PendingSubscriptions {
  subscriptions: readonly ShownSubscription[]
  subscribing: Subscribing
  /** Stores them. The alert exists by then, so a failure is only told. */
  store: (alertId: number) => Promise<void>
  isEmpty: boolean
}

export function usePendingSubscriptions(): PendingSubscriptions {
  const user = useCurrentUser()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const add = (ids: readonly number[]) => setChosen((known) => [...new Set([...known, ...ids])])

  const describe = (id: number): ShownSubscription | [] => {
    if (id === ownMail) return { id, user }
    // the dialog in which it was chosen has loaded the list
    const destination = client.getQueryData(destinationsQuery.queryKey)?.find((one) => one.id === id)
    return destination === undefined ? [] : { id, user, destination }
  }

  return {
    subscriptions: chosen.flatMap(describe),
    subscribing: {
      isBusy: false,
      subscribe: async () => add([ownMail]),
      unsubscribe: async (removed) => setChosen((known) => known.filter((id) => id !== removed)),
      addDestinations: async (ids) => {
        add(ids)
        return []
      },
    },
    isEmpty: chosen.length === 0,
    store: async (id) => {
      const stored = await Promise.allSettled(
        chosen.map((one) =>
          call(createSubscription, {
            params: { id },
            body: one === ownMail ? {} : { destination_id: one },
          }),
        ),
      )
      if (stored.some(({ status }) => status === 'rejected')) {
        notify.error(t('Failed to save some of selected items.'))
      }
    },
  }
}
