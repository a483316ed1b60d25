import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatRuntime } from '#shared/format/durations.ts'
import { t } from '#shared/messages/translate.ts'
import type { JobQueueStatus, RunningJob, WorkerState, WorkerStatus } from '#shared/status/status-api.ts'
import { type StateKind, StateLabel } from '#web/ui/state-label.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { PagedTable } from './paged-table.tsx'
import classes from './status.module.css'

export function QueuesTable({ queues }: { queues: readonly JobQueueStatus[] }) {
  return (
    <PagedTable
      label={t('Queues')}
      columns={[t('Name'), t('Started Jobs'), t('Queued Jobs')]}
      rows={queues}
      minWidth={320}
      empty={t('There are no queues.')}
      row={({ name, started, queued }) => (
        <Table.Tr key={name}>
          <Table.Td>{name}</Table.Td>
          <Table.Td>{started.length.toLocaleString()}</Table.Td>
          <Table.Td>{queued.toLocaleString()}</Table.Td>
        </Table.Tr>
      )}
    />
  )
}

export function WorkersTable({ workers }: { workers: readonly WorkerStatus[] }) {
  return (
    <PagedTable
      label={t('Workers')}
      columns={[
        ...[t('State'), t('Worker'), t('Current Job'), t('Successful Jobs'), t('Failed Jobs')],
        ...[t('Started'), t('Last Heartbeat'), t('Total Working Time'), t('Queues')],
      ]}
      rows={workers}
      minWidth={1100}
      empty={t('No worker is running, so nothing that waits is done. Start one: sextant worker')}
      row={(worker) => (
        <Table.Tr key={worker.name}>
          <Table.Td>
            <WorkerStateLabel state={worker.state} />
          </Table.Td>
          <Table.Td>
            <span className={classes.worker}>
              {t('{hostname}, process {pid}', { hostname: worker.hostname, pid: worker.pid })}
            </span>
            <span className={classes.small}>{worker.name}</span>
          </Table.Td>
          <Table.Td className={classes.words}>{worker.current_job ?? '–'}</Table.Td>
          <Table.Td>{worker.successful_jobs.toLocaleString()}</Table.Td>
          <Table.Td>{worker.failed_jobs.toLocaleString()}</Table.Td>
          <Table.Td>
            <TimeAgo date={worker.birth_date} />
          </Table.Td>
          <Table.Td>
            <TimeAgo date={worker.last_heartbeat} />
          </Table.Td>
          <Table.Td>{formatRuntime(worker.total_working_time)}</Table.Td>
          <Table.Td className={classes.words}>{worker.queues}</Table.Td>
        </Table.Tr>
      )}
    />
  )
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

export function QueriesTable({ jobs }: { jobs: readonly RunningJob[] }) {
  return (
    <PagedTable
      label={t('Queries')}
      columns={[
        ...[t('Queue'), t('Query'), t('Data Source'), t('User'), t('Scheduled')],
        ...[t('Start Time'), t('Enqueue Time')],
      ]}
      rows={jobs}
      minWidth={820}
      empty={t('No query is running.')}
      row={({ id, origin, enqueued_at, started_at, meta }) => (
        <Table.Tr key={id}>
          <Table.Td>{origin}</Table.Td>
          <Table.Td className={classes.words}>
            <RunningQuery meta={meta} />
          </Table.Td>
          <Table.Td className={classes.words}>{meta.data_source_name ?? '–'}</Table.Td>
          <Table.Td className={classes.words}>{meta.user_name ?? '–'}</Table.Td>
          <Table.Td>{meta.scheduled ? t('Yes') : t('No')}</Table.Td>
          <Table.Td>
            <TimeAgo date={started_at} />
          </Table.Td>
          <Table.Td>
            <TimeAgo date={enqueued_at} />
          </Table.Td>
        </Table.Tr>
      )}
    />
  )
}

/** A text that was never saved, or not as it runs, has no query. */
function RunningQuery({ meta: { query_id, query_name } }: Pick<RunningJob, 'meta'>) {
  if (query_id === null) return <span className={classes.quiet}>{t('not saved')}</span>
  return (
    <Anchor component={Link} to={`/queries/${query_id}`} size="sm">
      {query_name ?? query_id}
    </Anchor>
  )
}

/** Tasks that have a name for people; others show as they are called. */
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

export function OtherJobsTable({ jobs }: { jobs: readonly RunningJob[] }) {
  return (
    <PagedTable
      label={t('Other Jobs')}
      columns={[t('Queue'), t('Job Name'), t('Data Source'), t('Start Time'), t('Enqueue Time')]}
      rows={jobs}
      minWidth={640}
      empty={t('No other job is running.')}
      row={({ id, origin, name, enqueued_at, started_at, meta }) => (
        <Table.Tr key={id}>
          <Table.Td>{origin}</Table.Td>
          <Table.Td className={classes.words}>{taskNames[name] ?? name}</Table.Td>
          <Table.Td className={classes.words}>{meta.data_source_name ?? '–'}</Table.Td>
          <Table.Td>
            <TimeAgo date={started_at} />
          </Table.Td>
          <Table.Td>
            <TimeAgo date={enqueued_at} />
          </Table.Td>
        </Table.Tr>
      )}
    />
  )
}
