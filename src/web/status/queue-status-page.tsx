import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { locale, t } from '#shared/messages/translate.ts'
import type { getQueueStatus } from '#shared/status/status-api.ts'
import { PageHeader } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { OtherJobsTable, QueriesTable, QueuesTable, WorkersTable } from './queue-tables.tsx'
import classes from './status.module.css'
import { StatusFailure } from './status-failure.tsx'
import { queueStatusQuery } from './status-queries.ts'

type QueueStatus = ReplyOf<typeof getQueueStatus>

const tabs = [
  { value: 'queues', label: t('Queues') },
  { value: 'workers', label: t('Workers') },
  { value: 'queries', label: t('Queries') },
  { value: 'otherJobs', label: t('Other Jobs') },
] as const
type TabValue = (typeof tabs)[number]['value']

/** /admin/queries/jobs: waiting and running jobs, and workers. The tab is in the hash of the address. */
export function QueueStatusPage() {
  usePageTitle(t('Queue Status'))
  const status = useQuery(queueStatusQuery)
  return (
    <>
      <PageHeader title={t('Queue Status')} description={t('What waits, what runs, and who works.')} />
      <StatusFailure error={status.error} onRetry={() => void status.refetch()} />
      {status.isPending && <TableSkeleton rows={7} />}
      {status.data !== undefined && <Status status={status.data} />}
    </>
  )
}

function Status({ status }: { status: QueueStatus }) {
  const queues = Object.values(status.queues)
  const started = queues.flatMap((queue) => queue.started)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const active: TabValue = tabs.find((tab) => tab.value === hash)?.value ?? 'queues'
  return (
    <>
      <dl className={classes.counters}>
        <Counter label={t('Started Jobs')} count={started.length} />
        <Counter label={t('Queued Jobs')} count={queues.reduce((sum, queue) => sum + queue.queued, 0)} />
      </dl>
      <Tabs
        value={active}
        onChange={(value) =>
          value !== null && void navigate({ to: '/admin/queries/jobs', hash: value, replace: true })
        }
      >
        <Tabs.List aria-label={t('Jobs')} mb="sm">
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="queues">
          <QueuesTable queues={queues} />
        </Tabs.Panel>
        <Tabs.Panel value="workers">
          <WorkersTable workers={status.workers} />
        </Tabs.Panel>
        <Tabs.Panel value="queries">
          <QueriesTable jobs={started.filter((job) => job.name === 'run_query')} />
        </Tabs.Panel>
        <Tabs.Panel value="otherJobs">
          <OtherJobsTable jobs={started.filter((job) => job.name !== 'run_query')} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Counter({ label, count }: { label: string; count: number }) {
  return (
    <div className={classes.counter}>
      <dt>{label}</dt>
      <dd>{count.toLocaleString(locale)}</dd>
    </div>
  )
}
