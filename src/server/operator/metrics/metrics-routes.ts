import type { FastifyInstance } from 'fastify'
import { isDatabaseUnavailable, replied, serve } from '#server/http/index.ts'
import {
  expositionType,
  type Labels,
  type MeasuredFamily,
  type ServerContext,
  withLabels,
  writeExposition,
} from '#server/kernel/index.ts'
import { deadAfterSeconds, describeStorage, findLastLook } from '#server/runs/index.ts'
import { getMetrics } from '#shared/status/status-api.ts'
import { countJobs, listMeasuredWorkers, measureBacklog } from './instance-store.ts'
import { requireMetricsReader } from './require-metrics-reader.ts'

/** `ofProcess`: the metrics of this web process. */
export function registerMetricsRoutes(
  app: FastifyInstance,
  context: ServerContext,
  ofProcess: () => MeasuredFamily[],
): void {
  serve(app, getMetrics, { identity: 'none' })(async ({ request, reply }) => {
    requireMetricsReader(context.config, request)
    const own = withLabels(ofProcess(), { process: 'web' })
    const version = gauge('sextant_info', 'The version of this web process.', [
      [{ version: context.config.version }, 1],
    ])
    const families = [version, ...own, ...(await familiesOfInstance(context))]
    reply.header('content-type', expositionType).header('cache-control', 'no-store')
    reply.send(writeExposition(families))
    return replied
  })
}

/** Without the database, only `sextant_database_up 0` is added to the process's own metrics. */
async function familiesOfInstance(context: ServerContext): Promise<MeasuredFamily[]> {
  const up = (value: number): MeasuredFamily => ({
    name: 'sextant_database_up',
    help: 'Whether the database answered.',
    type: 'gauge',
    samples: [{ labels: {}, value }],
  })
  try {
    return [up(1), ...(await measureInstance(context))]
  } catch (error) {
    if (!(error instanceof Error && isDatabaseUnavailable(error))) throw error
    context.log.warn({ err: error }, 'The metrics of the instance could not be read.')
    return [up(0)]
  }
}

/** Metrics of the instance from its database, the same in every web process. Workers are labeled by host and process. */
async function measureInstance({
  db,
  clock,
  config,
}: Pick<ServerContext, 'db' | 'clock' | 'config'>): Promise<MeasuredFamily[]> {
  const [workers, jobs, backlog, look, storage] = await Promise.all([
    listMeasuredWorkers(db, deadAfterSeconds),
    countJobs(db),
    measureBacklog(db),
    findLastLook({ db }),
    describeStorage({ db, config }),
  ])
  const waiting = jobs.filter((row) => row.state === 'queued')
  return [
    gauge('sextant_workers', 'Live worker processes.', [[{}, workers.length]]),
    gauge('sextant_worker_places', 'Jobs that all workers together can run at once.', [
      [{}, workers.reduce((sum, worker) => sum + worker.concurrency, 0)],
    ]),
    gauge(
      'sextant_jobs',
      'Waiting and running jobs, by kind, queue and state.',
      jobs.map(({ kind, queue, state, jobs: count }) => [{ kind, queue, state }, count]),
    ),
    gauge(
      'sextant_jobs_longest_wait_seconds',
      'How long the oldest waiting job has waited.',
      waiting.map(({ kind, queue, longest_wait }) => [{ kind, queue }, longest_wait]),
    ),
    gauge('sextant_deliveries_waiting', 'Deliveries of alerts that are not sent yet.', [
      [{}, backlog.deliveries],
    ]),
    gauge('sextant_mails_waiting', 'Mails that wait for the mail server, and those that were given up.', [
      [{ state: 'waiting' }, backlog.mails],
      [{ state: 'given_up' }, backlog.mails_given_up],
    ]),
    gauge('sextant_database_bytes', "Size of Sextant's own database.", [[{}, backlog.database_size]]),
    gauge('sextant_results_bytes', 'Size of all stored results, compressed.', [[{}, storage.results]]),
    gauge('sextant_results_quota_bytes', 'Quota of the stored results.', [[{}, storage.quota]]),
    gauge('sextant_disk_reserve_bytes', 'Free space below which no result is stored.', [
      [{}, storage.reserve],
    ]),
    gauge(
      'sextant_disk_free_bytes',
      'Free space on the disk of PostgreSQL, if visible.',
      storage.free === null ? [] : [[{}, storage.free]],
    ),
    ...(look === null
      ? []
      : [
          gauge(
            'sextant_scheduler_look_age_seconds',
            'Time since the scheduler last looked for due queries.',
            [[{}, Math.max(0, (clock().getTime() - look.ended_at.getTime()) / 1000)]],
          ),
          gauge('sextant_scheduler_due', 'Queries that were due at its last look.', [[{}, look.due_count]]),
          gauge('sextant_scheduler_lag_seconds', 'By how long the latest of those was late.', [
            [{}, look.latest_seconds],
          ]),
        ]),
    ...workers.flatMap(({ hostname, pid, measures }) =>
      withLabels(measures, { process: 'worker', worker: `${hostname}:${pid}` }),
    ),
  ]
}

function gauge(name: string, help: string, values: readonly [Labels, number][]): MeasuredFamily {
  return { name, help, type: 'gauge', samples: values.map(([labels, value]) => ({ labels, value })) }
}
