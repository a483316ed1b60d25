import { Anchor, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { locale, t } from '#shared/messages/translate.ts'
import { cancelJob } from '#shared/results/results-api.ts'
import type { JobQueueStatus, RunningJob, WorkerState, WorkerStatus } from '#shared/status/status-api.ts'
import { call } from '#web/api/call.ts'
import { confirm } from '#web/ui/confirm.tsx'
import type { RowsColumn } from '#web/ui/rows-table.tsx'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { notify } from '#web/ui/toast.tsx'
import { PagedTable } from './paged-table.tsx'
import classes from './status.module.css'
import { queueStatusQuery } from './status-queries.ts'

const queueColumns: readonly RowsColumn<JobQueueStatus>[] = [
  { key: 'name', label: t('Name'), isLine: true, cell: ({ name }) => name },
  { key: 'started', label: t('Started Jobs'), cell: ({ started }) => started.length.toLocaleString(locale) },
  { key: 'queued', label: t('Queued Jobs'), cell: ({ queued }) => queued.toLocaleString(locale) },
]

export function QueuesTable({ queues }: { queues: readonly JobQueueStatus[] }) {
  return (
    <PagedTable
      label={t('Queues')}
      columns={queueColumns}
      rows={queues}
      keyOf={({ name }) => name}
      minWidth={320}
      empty={t('There are no queues.')}
    />
  )
}

const workerColumns: readonly RowsColumn<WorkerStatus>[] = [
  { key: 'state', label: t('State'), isQuiet: true, cell: ({ state }) => <WorkerStateLabel state={state} /> },
  {
    ...{ key: 'worker', label: t('Worker'), isLine: true },
    cell: ({ hostname, pid, name }) => (
      <>
        <span className={classes.worker}>{t('{hostname}, process {pid}', { hostname, pid })}</span>
        <span className={classes.small}>{name}</span>
      </>
    ),
  },
  {
    ...{ key: 'current_job', label: t('Current Job'), className: classes.job },
    cell: ({ current_job }) => (current_job === null ? '–' : <CurrentJobs jobs={current_job} />),
  },
  {
    ...{ key: 'successful_jobs', label: t('Successful Jobs') },
    cell: ({ successful_jobs }) => successful_jobs.toLocaleString(locale),
  },
  {
    ...{ key: 'failed_jobs', label: t('Failed Jobs') },
    cell: ({ failed_jobs }) => failed_jobs.toLocaleString(locale),
  },
  { key: 'birth_date', label: t('Started'), cell: ({ birth_date }) => <TimeAgo date={birth_date} /> },
  {
    ...{ key: 'last_heartbeat', label: t('Last Heartbeat') },
    cell: ({ last_heartbeat }) => <TimeAgo date={last_heartbeat} />,
  },
  {
    ...{ key: 'total_working_time', label: t('Total Working Time') },
    cell: ({ total_working_time }) => formatRuntime(total_working_time),
  },
  { key: 'queues', label: t('Queues'), className: classes.queues, cell: ({ queues }) => queues },
]

export function WorkersTable({ workers }: { workers: readonly WorkerStatus[] }) {
  return (
    <PagedTable
      label={t('Workers')}
      columns={workerColumns}
      rows={workers}
      keyOf={({ name }) => name}
      minWidth={1100}
      empty={t('No worker is running, so nothing that waits is done. Start one: sextant worker')}
    />
  )
}

/** The jobs that a worker runs, one per line, by the start of their ids. */
function CurrentJobs({ jobs }: { jobs: string }) {
  return jobs.split(', ').map((job) => (
    <span key={job} className={classes.line} title={job}>
      {job.replace(/^([\da-f]{8})-[\da-f-]{27}/, '$1')}
    </span>
  ))
}

const workerStates: Readonly<Record<WorkerState, { kind: StateKind; word: string }>> = {
  busy: { kind: 'ok', word: t('busy') },
  idle: { kind: 'unknown', word: t('idle') },
  started: { kind: 'unknown', word: t('started') },
  suspended: { kind: 'error', word: t('suspended') },
}

function WorkerStateLabel({ state }: { state: WorkerState }) {
  const { kind, word } = workerStates[state]
  return <StateLabel kind={kind}>{word}</StateLabel>
}

const startTime: RowsColumn<RunningJob> = {
  key: 'started_at',
  label: t('Start Time'),
  cell: ({ started_at }) => <TimeAgo date={started_at} />,
}

const enqueueTime: RowsColumn<RunningJob> = {
  key: 'enqueued_at',
  label: t('Enqueue Time'),
  cell: ({ enqueued_at }) => <TimeAgo date={enqueued_at} />,
}

const queue: RowsColumn<RunningJob> = { key: 'origin', label: t('Queue'), cell: ({ origin }) => origin }

const dataSource: RowsColumn<RunningJob> = {
  ...{ key: 'data_source', label: t('Data Source'), className: classes.words },
  cell: ({ meta }) => meta.data_source_name ?? '–',
}

const queryColumns: readonly RowsColumn<RunningJob>[] = [
  queue,
  {
    ...{ key: 'query', label: t('Query'), className: classes.words, isLine: true },
    cell: ({ meta }) => <RunningQuery meta={meta} />,
  },
  dataSource,
  {
    ...{ key: 'user', label: t('User'), className: classes.words },
    cell: ({ meta }) => meta.user_name ?? '–',
  },
  {
    ...{ key: 'scheduled', label: t('Scheduled') },
    cell: ({ meta }) => (meta.scheduled ? t('Yes') : t('No')),
  },
  startTime,
  enqueueTime,
  { key: 'stop', label: t('Actions'), cell: ({ id, meta }) => <StopRun id={id} meta={meta} /> },
]

export function QueriesTable({ jobs }: { jobs: readonly RunningJob[] }) {
  return (
    <PagedTable
      label={t('Queries')}
      columns={queryColumns}
      rows={jobs}
      keyOf={({ id }) => id}
      minWidth={820}
      empty={t('No query is running.')}
    />
  )
}

/** A text that is not saved in this form belongs to no query. */
function RunningQuery({ meta: { query_id, query_name } }: Pick<RunningJob, 'meta'>) {
  if (query_id === null) return <span className={classes.quiet}>{t('not saved')}</span>
  return (
    <Anchor component={Link} to={`/queries/${query_id}`} size="sm">
      {query_name ?? query_id}
    </Anchor>
  )
}

/** Tasks with a label; others show their name. */
const taskNames: Readonly<Record<string, string>> = {
  refresh_schema: t('Refresh of a schema'),
  test_connection: t('Connection test'),
  sweep_jobs: t('Taking back of lost jobs'),
  clean_results: t('Clean-up of results'),
  refresh_schemas: t('Refresh of all schemas'),
  clean_sessions: t('Clean-up of sessions'),
  clean_events: t('Clean-up of the audit log'),
  clean_deliveries: t('Clean-up of the delivery log'),
  clear_schedules: t('Clean-up of schedules'),
  send_mails: t('Sending of mails'),
  send_deliveries: t('Sending of deliveries'),
  queue_failure_mails: t('Mails about failures'),
  check_version: t('Check for a newer version'),
}

const otherColumns: readonly RowsColumn<RunningJob>[] = [
  queue,
  {
    ...{ key: 'name', label: t('Job Name'), className: classes.words, isLine: true },
    cell: ({ name }) => taskNames[name] ?? name,
  },
  dataSource,
  startTime,
  enqueueTime,
]

export function OtherJobsTable({ jobs }: { jobs: readonly RunningJob[] }) {
  return (
    <PagedTable
      label={t('Other Jobs')}
      columns={otherColumns}
      rows={jobs}
      keyOf={({ id }) => id}
      minWidth={640}
      empty={t('No other job is running.')}
    />
  )
}

/** Ends a run for all who wait for it. */
function StopRun({ id, meta }: Pick<RunningJob, 'id' | 'meta'>) {
  const queryClient = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(cancelJob, { params: { id }, query: { for_all: 'true' } }),
    onError: (error) => notify.error(error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queueStatusQuery.queryKey }),
  })
  const ask = async () => {
    const agreed = await confirm({
      title: t('Stop this run for everyone?'),
      message: t('Everyone who is waiting for its result sees that you stopped it.'),
      confirmLabel: t('Stop'),
      danger: true,
    })
    if (agreed) stop.mutate()
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={stop.isPending}
      aria-label={t('Stop the run of {name}', { name: meta.query_name ?? t('not saved') })}
      onClick={() => void ask()}
    >
      {t('Stop')}
    </Button>
  )
}
