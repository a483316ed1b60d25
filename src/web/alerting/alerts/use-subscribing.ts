import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createSubscription, deleteSubscription } from '#shared/alerts/alert-subscriptions-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { notify } from '#web/ui/toast.tsx'
import { subscriptionsQuery } from './alert-queries.ts'

/** Adds and removes subscriptions, with the messages of docs/reference/screens-administration.md#alert-messages. */
export function useSubscribing(alertId: number) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id: alertId }

  const act = async <T>(work: () => Promise<T>): Promise<T> => {
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
    /** by mail to the viewer */
    subscribe: async () => {
      try {
        await act(() => call(createSubscription, { params, body: {} }))
        notify.success(t('Subscribed.'))
      } catch (error) {
        notify.error(messageOf(error, ''), { title: t('Failed saving subscription.') })
      }
    },
    unsubscribe: async (subscription_id: number) => {
      try {
        await act(() => call(deleteSubscription, { params: { ...params, subscription_id } }))
      } catch (error) {
        notify.error(messageOf(error, ''), { title: t('Failed unsubscribing.') })
      }
    },
    /** resolves to the ids that could not be added */
    addDestinations: async (ids: readonly number[]): Promise<number[]> => {
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
