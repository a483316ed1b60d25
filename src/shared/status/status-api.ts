import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, JsonObject, Nullable, Timestamp } from '../http/schemas.ts'
import { User } from '../users/user.ts'

/** A job that a worker is running (docs/reference/api-administration.md#running-jobs). */
export const RunningJob = Type.Object({
  id: Type.String(),
  /** `run_query`, `refresh_schema`, `test_connection`, or an internal task */
  name: Type.String(),
  /** the queue it came from */
  origin: Type.String(),
  enqueued_at: Timestamp,
  started_at: Nullable(Timestamp),
  meta: Type.Object({
    org_id: Nullable(Id),
    data_source_id: Nullable(Id),
    query_id: Nullable(Id),
    user_id: Nullable(Id),
    scheduled: Type.Boolean(),
    // names for the ids
    data_source_name: Nullable(Type.String()),
    query_name: Nullable(Type.String()),
    user_name: Nullable(Type.String()),
  }),
})
export type RunningJob = Static<typeof RunningJob>

export const JobQueueStatus = Type.Object({
  name: Type.String(),
  started: Type.Array(RunningJob),
  queued: Type.Integer(),
})
export type JobQueueStatus = Static<typeof JobQueueStatus>

export const WorkerState = Type.Union([
  Type.Literal('busy'),
  Type.Literal('idle'),
  Type.Literal('started'),
  Type.Literal('suspended'),
])
export type WorkerState = Static<typeof WorkerState>

export const WorkerStatus = Type.Object({
  name: Type.String(),
  hostname: Type.String(),
  pid: Type.Integer(),
  /** separated by commas */
  queues: Type.String(),
  /** `suspended`: silent for so long that its jobs will soon be taken back */
  state: WorkerState,
  last_heartbeat: Timestamp,
  birth_date: Timestamp,
  /** `id (name)`, several separated by commas */
  current_job: Nullable(Type.String()),
  successful_jobs: Type.Integer(),
  failed_jobs: Type.Integer(),
  /** seconds */
  total_working_time: Type.Number(),
  /** max concurrent jobs */
  concurrency: Type.Integer(),
})
export type WorkerStatus = Static<typeof WorkerStatus>

export const getQueueStatus = endpoint({
  method: 'GET',
  path: '/api/admin/queries/rq_status',
  access: ['super_admin'],
  reply: Type.Object({
    queues: Type.Record(Type.String(), JobQueueStatus),
    workers: Type.Array(WorkerStatus),
  }),
})

/** A query whose schedule requires a newer result. */
export const OutdatedQuery = Type.Object({
  id: Id,
  name: Type.String(),
  tags: Type.Array(Type.String()),
  is_draft: Type.Boolean(),
  is_archived: Type.Boolean(),
  schedule: Nullable(JsonObject),
  data_source_id: Nullable(Id),
  runtime: Nullable(Type.Number()),
  retrieved_at: Nullable(Timestamp),
  created_at: Timestamp,
  user: User,
})
export type OutdatedQuery = Static<typeof OutdatedQuery>

/** Max listed, newest first; `count` is the total. */
export const maxOutdated = 1000

/** Seconds since 1970 as text, as Redash's clients expect. */
const EpochText = Type.String()

export const getOutdatedQueries = endpoint({
  method: 'GET',
  path: '/api/admin/queries/outdated',
  access: ['super_admin'],
  reply: Type.Object({
    queries: Type.Array(OutdatedQuery),
    count: Type.Integer(),
    updated_at: EpochText,
    /** when the scheduler last checked; null: never */
    last_refresh_at: Nullable(EpochText),
    /** false: the settings of this instance stop all scheduled runs */
    refreshes_queries: Type.Boolean(),
  }),
})

/** Storage for results, in bytes; null: the web process cannot see PostgreSQL's disk. */
export const StorageStatus = Type.Object({
  free: Nullable(Type.Number()),
  /** kept free: with less, no result is stored */
  reserve: Type.Number(),
  results: Type.Number(),
  quota: Type.Number(),
  warnings: Type.Array(
    Type.Union([Type.Literal('disk.low'), Type.Literal('disk.full'), Type.Literal('results.over_quota')]),
  ),
})
export type StorageStatus = Static<typeof StorageStatus>

/** Figures of the whole instance. */
export const getStatus = endpoint({
  method: 'GET',
  path: '/status.json',
  access: ['super_admin'],
  reply: Type.Object({
    version: Type.String(),
    workers: Type.Array(WorkerStatus),
    queries_count: Type.Integer(),
    // Redash may be set to leave these two out
    query_results_count: Type.Optional(Type.Integer()),
    unused_query_results_count: Type.Optional(Type.Integer()),
    dashboards_count: Type.Integer(),
    widgets_count: Type.Integer(),
    // optional, as `storage` is: added to those of Redash, so other servers may not have them
    alerts_count: Type.Optional(Type.Integer()),
    data_sources_count: Type.Optional(Type.Integer()),
    users_count: Type.Optional(Type.Integer()),
    manager: Type.Object({
      // all texts; absent until the scheduler has checked
      started_at: Type.Optional(EpochText),
      last_refresh_at: Type.Optional(EpochText),
      outdated_queries_count: Type.Optional(Type.String()),
      query_ids: Type.Optional(Type.String()),
      queues: Type.Record(Type.String(), Type.Object({ size: Type.Integer() })),
    }),
    database_metrics: Type.Object({
      /** names and bytes */
      metrics: Type.Array(Type.Tuple([Type.String(), Type.Number()])),
    }),
    storage: Type.Optional(StorageStatus),
  }),
})

/** For process supervisors: this process responds. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  reply: Type.Object({ status: Type.Literal('ok') }),
})

/**
 * For load balancers: requests can be served, because the database responds and has the schema of this version. A
 * warning does not take the process out of service: a full disk would affect all web processes at once, and everything
 * except new results still works.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  reply: Type.Object({
    status: Type.Literal('ok'),
    warnings: Type.Optional(Type.Array(Type.Union([Type.Literal('disk.low'), Type.Literal('disk.full')]))),
  }),
  errors: ['server.unavailable', 'server.schema'],
})

/** Prometheus text format; for bearers of the configured token, or for programs on the same machine. */
export const getMetrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'anyone',
  reply: Type.Unknown(),
  replyMedia: ['text/plain'],
  errors: ['metrics.token_needed', 'metrics.token_unset'],
})
