import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Alert, createAlert, saveAlert } from '#shared/alerts/alerts-api.ts'
import { t } from '#shared/messages/translate.ts'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { organizationStatusQuery } from '#web/session/session-query.ts'
import { notify } from '#web/ui/toast.tsx'
import { type AlertDraft, savedFields } from './alert-draft.ts'
import { alertQuery, alertsKey } from './alert-queries.ts'

/** Creates (`stored` null) or saves, then opens the alert's page. If this fails, the form stays as it is. */
export function useSaveAlert(stored: Alert | null) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)

  const save = async (draft: AlertDraft, queryId: number) => {
    if (isSaving) return
    setIsSaving(true)
    try {
      const body = { ...savedFields(draft, stored), query_id: queryId }
      const saved =
        stored === null
          ? await call(createAlert, { body })
          : await call(saveAlert, { params: { id: stored.id }, body })
      client.setQueryData(alertQuery(saved.id).queryKey, saved)
      // the home page shows the number of alerts
      void client.invalidateQueries({ queryKey: organizationStatusQuery.queryKey })
      notify.success(t('Saved.'))
      await navigate({
        to: '/alerts/$alertId',
        params: { alertId: saved.id },
        ignoreBlocker: true,
        replace: stored === null,
      })
      await client.invalidateQueries({ queryKey: alertsKey })
    } catch (error) {
      notify.error(messageOf(error, ''), { title: t('Failed saving alert.') })
    } finally {
      setIsSaving(false)
    }
  }

  return { isSaving, save }
}
