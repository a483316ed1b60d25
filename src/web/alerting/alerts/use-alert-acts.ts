import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Alert,
  deleteAlert,
  evaluateAlertNow,
  muteAlert,
  unmuteAlert,
} from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { deliveriesKey } from '#web/alerting/deliveries/delivery-queries.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/toast.tsx'
import { alertQuery, alertsKey, alertsQuery } from './alert-queries.ts'

/**
 * Actions on a stored alert as a whole, one at a time, with the messages of
 * docs/reference/screens-administration.md#alert-messages.
 */
export function useAlertActs({ id, name }: Pick<Alert, 'id' | 'name'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const params = { id }

  const act = async (work: () => Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    try {
      await work()
      notify.success(done)
      return true
    } catch (error) {
      notify.error(messageOf(error, ''), { title: failed })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  const follow = async () => {
    await client.invalidateQueries({ queryKey: alertsKey })
    await client.invalidateQueries({ queryKey: deliveriesKey })
  }

  return {
    isBusy,
    mute: async () => {
      const failed = t('Failed muting notifications.')
      await act(() => call(muteAlert, { params }), t('Notifications have been muted.'), failed)
      await follow()
    },
    unmute: async () => {
      const failed = t('Failed restoring notifications.')
      await act(() => call(unmuteAlert, { params }), t('Notifications have been restored.'), failed)
      await follow()
    },
    evaluate: async () => {
      const done = t('Alert evaluated. Refresh page for updated status.')
      await act(() => call(evaluateAlertNow, { params }), done, t('Failed to evaluate alert.'))
      // the page then updates by itself, without the refresh that the message suggests
      await follow()
    },
    remove: async () => {
      if (!(await confirmDeletion(name))) return
      const isGone = await act(
        () => call(deleteAlert, { params }),
        t('Alert deleted successfully.'),
        t('Failed deleting alert.'),
      )
      if (!isGone) return
      void client.invalidateQueries({ queryKey: organizationStatusQuery.queryKey })
      // remove it from the cached list, which is shown during the refetch
      client.setQueryData(alertsQuery.queryKey, (known) => known?.filter((one) => one.id !== id))
      await navigate({ to: '/alerts', ignoreBlocker: true })
      client.removeQueries({ queryKey: alertQuery(id).queryKey.slice(0, 2) })
      await follow()
    },
  }
}

function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: t('Delete Alert'),
    message: t(
      'Are you sure you want to delete this alert? “{name}”, its subscriptions and its history will be gone.',
      { name },
    ),
    confirmLabel: t('Delete'),
    danger: true,
  })
}
