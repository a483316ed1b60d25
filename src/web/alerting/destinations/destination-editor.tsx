import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  type DestinationPage,
  type DestinationType,
  deleteDestination,
  saveDestination,
} from '#shared/destinations/destinations-api.ts'
import { t } from '#shared/messages/translate.ts'
import { deliveriesKey } from '#web/alerting/deliveries/delivery-queries.ts'
import { call } from '#web/api/call.ts'
import { ConfigEditor } from '#web/config-form/config-editor.tsx'
import type { NamedOptions } from '#web/config-form/config-type.ts'
import { useConfigActs } from '#web/config-form/use-config-acts.ts'
import { notify } from '#web/ui/toast.tsx'
import { confirmDeletion } from './confirm-deletion.ts'
import { DestinationHelp } from './destination-help.tsx'
import { destinationQuery, destinationsQuery } from './destination-queries.ts'
import { DestinationSide } from './destination-side.tsx'
import { sendTest, TestOutcome, type TestResult } from './test-outcome.tsx'

interface DestinationEditorProps {
  destination: DestinationPage
  type: DestinationType
}

/** Form, test message and deletion, with alerts and deliveries beside them. */
export function DestinationEditor({ destination, type }: DestinationEditorProps) {
  const { id } = destination
  const acts = useConfigActs()
  const [result, setResult] = useState<TestResult | null>(null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const stored = useMemo(
    () => ({ name: destination.name, options: destination.options }),
    [destination.name, destination.options],
  )

  const save = async ({ name, options }: NamedOptions) => {
    setResult(null)
    const body = { name, options, type: destination.type }
    const saved = await call(saveDestination, { params: { id }, body })
    client.setQueryData(destinationQuery(id).queryKey, { ...destination, ...saved })
    void client.invalidateQueries({ queryKey: destinationsQuery.queryKey })
  }

  const test = async () => {
    setResult(null)
    setResult(await sendTest(id))
    void client.invalidateQueries({ queryKey: deliveriesKey })
  }

  const remove = async () => {
    // alerts may have subscribed since the page was opened
    const { alerts, alert_count } = await client.fetchQuery(destinationQuery(id)).catch(() => destination)
    if (!(await confirmDeletion(destination.name, alerts, alert_count))) return
    await acts.remove(async () => {
      const query = alert_count === 0 ? {} : { unsubscribe: 'true' as const }
      await call(deleteDestination, { params: { id }, query })
      await client.invalidateQueries({ queryKey: destinationsQuery.queryKey })
      notify.success(t('Alert destination deleted successfully.'))
      await navigate({ to: '/destinations', ignoreBlocker: true })
    }, t('Failed deleting the alert destination.'))
  }

  return (
    <ConfigEditor
      formId="destination"
      type={type}
      stored={stored}
      help={<DestinationHelp />}
      acts={acts}
      save={save}
      remove={remove}
      testLabel={t('Send Test')}
      test={test}
      outcome={<TestOutcome result={result} testing={acts.working === 'testing'} />}
      side={<DestinationSide destination={destination} />}
      sideLabel={t('Alerts and deliveries')}
    />
  )
}
