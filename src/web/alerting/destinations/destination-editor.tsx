import { Anchor, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  type DestinationPage,
  type DestinationType,
  deleteDestination,
  saveDestination,
  testDestination,
} from '#shared/destinations/destinations-api.ts'
import { plural, t } from '#shared/messages/translate.ts'
import { deliveriesKey } from '#web/alerting/deliveries/delivery-queries.ts'
import { RecentDeliveries } from '#web/alerting/deliveries/recent-deliveries.tsx'
import { messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { ConfigEditor } from '#web/config-form/config-editor.tsx'
import type { NamedOptions } from '#web/config-form/config-type.ts'
import { useConfigActs } from '#web/config-form/use-config-acts.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorAlert } from '#web/ui/error-alert.tsx'
import { notify } from '#web/ui/toast.tsx'
import classes from './destination-editor.module.css'
import { DestinationHelp } from './destination-help.tsx'
import { destinationQuery, destinationsQuery } from './destination-queries.ts'

const maxNamed = 5

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

/** The alerts that notify the destination, and its newest deliveries. */
function DestinationSide({ destination }: { destination: DestinationPage }) {
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

interface TestResult {
  ok: boolean
  message: string
}

/** Requests a test message and waits for its outcome. */
async function sendTest(id: number): Promise<TestResult> {
  try {
    return await call(testDestination, { params: { id } })
  } catch (error) {
    return { ok: false, message: messageOf(error, t('Unknown error occurred. Please try again later.')) }
  }
}

/** The outcome of the test, shown until the next test or save. */
function TestOutcome({ result, testing }: { result: TestResult | null; testing: boolean }) {
  return (
    <div className={classes.outcome} aria-live="polite">
      {testing && <p className={classes.quiet}>{t('Sending a test message…')}</p>}
      {result?.ok === false && (
        <ErrorAlert title={t('The test message was not sent.')} error={result.message} />
      )}
      {result?.ok === true && (
        <div className={classes.good}>
          <IconCircleCheck size={18} aria-hidden="true" />
          <div>
            <strong>{t('The test message was sent.')}</strong>
            <div>{t('The channel has taken it. Look whether it shows there.')}</div>
          </div>
        </div>
      )}
    </div>
  )
}

/** Asks before a destination is deleted, and names the alerts that use it. */
function confirmDeletion(name: string, alerts: readonly { name: string }[], count: number): Promise<boolean> {
  return confirm({
    title: t('Delete Alert Destination'),
    message: questionOf(name, alerts, count),
    confirmLabel: t('Delete'),
    danger: true,
  })
}

function questionOf(name: string, alerts: readonly { name: string }[], count: number): string {
  if (count === 0) return t('Are you sure you want to delete “{name}”? No alert uses it.', { name })
  const named = alerts
    .slice(0, maxNamed)
    .map((alert) => `“${alert.name}”`)
    .join(', ')
  const rest = count - Math.min(alerts.length, maxNamed)
  const all = rest > 0 ? t('{alerts} and {rest} more', { alerts: named, rest }) : named
  return plural(
    count,
    {
      one: 'Are you sure you want to delete “{name}”? {count} alert uses it, and will no longer send messages to it: {alerts}.',
      other:
        'Are you sure you want to delete “{name}”? {count} alerts use it, and will no longer send messages to it: {alerts}.',
    },
    { name, alerts: all },
  )
}
