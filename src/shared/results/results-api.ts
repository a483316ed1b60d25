import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, JsonObject, Nullable } from '../http/schemas.ts'
import { JobIdParams, JobReply, QueryJobIdParams } from './job.ts'

/** Column types in the API; null if the connector does not know. */
export type ColumnType = 'integer' | 'float' | 'boolean' | 'string' | 'datetime' | 'date'

export const ResultColumn = Type.Object({
  name: Type.String(),
  friendly_name: Type.String(),
  type: Nullable(Type.String()),
})
export type ResultColumn = Static<typeof ResultColumn>

export const ResultData = Type.Object({
  columns: Type.Array(ResultColumn),
  rows: Type.Array(JsonObject),
  truncated: Type.Optional(Type.Boolean()),
  log: Type.Optional(Type.Array(Type.String())),
  metadata: Type.Optional(JsonObject),
  /** only with the head of a large result: its total number of rows */
  row_count: Type.Optional(Type.Integer()),
})
export type ResultData = Static<typeof ResultData>

export const QueryResult = Type.Object({
  id: Id,
  query_hash: Type.String(),
  query: Type.String(),
  data: ResultData,
  data_source_id: Id,
  runtime: Type.Number(),
  retrieved_at: Type.String(),
})
export type QueryResult = Static<typeof QueryResult>

/** For readers of the API only: rows are streamed as stored, not filtered by this shape. */
const WholeResult = Type.Object({ query_result: QueryResult })

/** Media types of a result as a file. */
const resultMedia = [
  ...['application/json', 'text/csv', 'text/tab-separated-values'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]

export const JobOrResult = Type.Union([JobReply, WholeResult])
export type JobOrResult = Static<typeof JobOrResult>

/**
 * null or absent means -1: any stored result; 0: always run; n: a result younger than n seconds. Clients of Redash also
 * send the number as text.
 */
export const MaxAge = Type.Optional(
  Nullable(
    Type.Union([
      Type.Integer({ minimum: -1, maximum: 2_147_483_647 }),
      Type.String({ pattern: '^(-1|\\d{1,9})$' }),
    ]),
  ),
)
export type MaxAge = Static<typeof MaxAge>

/**
 * `head`: a large result (large-result.ts) is cut to its first rows, with `row_count` in `data`, so that a page can
 * read the rest by windows. Smaller results are complete.
 */
const Large = Type.Optional(Type.Literal('head'))

/** Whether the run is listed among the caller's runs (run-history-api.ts): for what people run by hand. */
const KeepInHistory = Type.Optional(Type.Boolean())

/** With `apply_auto_limit`: another limit than 1000 rows. */
export const AutoLimitRows = Type.Optional(
  Nullable(Type.Union([Type.Literal(100), Type.Literal(1000), Type.Literal(10_000)])),
)

export const executeText = endpoint({
  method: 'POST',
  path: '/api/query_results',
  access: ['execute_query'],
  scope: 'run',
  body: Type.Object({
    query: Type.String({ maxLength: 1_000_000 }),
    data_source_id: Type.Optional(Nullable(Id)),
    max_age: MaxAge,
    parameters: Type.Optional(Nullable(JsonObject)),
    apply_auto_limit: Type.Optional(Nullable(Type.Boolean())),
    auto_limit_rows: AutoLimitRows,
    keep_in_history: KeepInHistory,
    query_id: Type.Optional(Nullable(Type.Union([Id, Type.Literal('adhoc')]))),
    large: Large,
  }),
  reply: JobOrResult,
  errors: [
    'execution.no_data_source_selected',
    'execution.not_permitted',
    'execution.data_source_unavailable',
    'execution.paused',
    'execution.paused_reason',
    'execution.too_many_waiting',
    'execution.missing_parameters',
    'execution.empty_query',
  ],
})

export const executeQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id/results',
  access: ['view_query', 'execute_query'],
  scope: 'run',
  acceptsQueryKey: true,
  acceptsDashboardToken: true,
  params: Type.Object({ id: Id }),
  bodyOptional: true,
  body: Type.Object({
    max_age: MaxAge,
    parameters: Type.Optional(Nullable(JsonObject)),
    apply_auto_limit: Type.Optional(Nullable(Type.Boolean())),
    auto_limit_rows: AutoLimitRows,
    keep_in_history: KeepInHistory,
    large: Large,
  }),
  reply: JobOrResult,
  errors: [
    'execution.data_source_unavailable',
    'execution.not_permitted',
    'execution.unsafe_shared',
    'execution.unsafe_view_only',
    'execution.paused',
    'execution.paused_reason',
    'execution.too_many_waiting',
    'execution.invalid_parameters',
    'execution.missing_parameters',
    'execution.different_static_values',
    'execution.empty_query',
  ],
})

/** Parameters are `p_<name>` query arguments; the reply never comes from the cache. */
export const refreshQuery = endpoint({
  method: 'POST',
  path: '/api/queries/:id/refresh',
  access: ['view_query', 'execute_query'],
  scope: 'run',
  acceptsQueryKey: true,
  params: Type.Object({ id: Id }),
  reply: JobReply,
  errors: [
    'execution.user_key_needed',
    'execution.data_source_unavailable',
    'execution.not_permitted',
    'execution.paused',
    'execution.paused_reason',
    'execution.invalid_parameters',
    'execution.missing_parameters',
    'execution.empty_query',
    'execution.too_many_waiting',
  ],
})

/** `wait` (seconds, at most 30): hold the reply until the job's state differs from `since`. */
const WaitQuery = Type.Object({
  wait: Type.Optional(Type.Number({ minimum: 0, maximum: 30 })),
  /** status number the caller knows already; defaults to the status at arrival */
  since: Type.Optional(Type.Integer()),
  /** also reply when more than this many rows are stored, so that first rows can be shown while the query runs */
  since_rows: Type.Optional(Type.Integer({ minimum: 0 })),
})

export const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/:id',
  access: 'signed-in',
  params: JobIdParams,
  query: WaitQuery,
  reply: JobReply,
})

export const getQueryJob = endpoint({
  method: 'GET',
  path: '/api/queries/:query_id/jobs/:id',
  access: 'signed-in',
  acceptsQueryKey: true,
  acceptsDashboardToken: true,
  params: QueryJobIdParams,
  query: WaitQuery,
  reply: JobReply,
})

/** The reply to a cancel of a run that continues because others wait for it. */
export const GoesOn = Type.Object({
  message: Type.String(),
  others: Type.Integer(),
  is_scheduled: Type.Boolean(),
})
export type GoesOn = Static<typeof GoesOn>

/**
 * The caller leaves the run. It ends if no one else waits for it (reply: null), and continues otherwise. `for_all` ends
 * it for all, and requires full access to its data source.
 */
export const cancelJob = endpoint({
  method: 'DELETE',
  path: '/api/jobs/:id',
  access: 'signed-in',
  scope: 'run',
  params: JobIdParams,
  query: Type.Object({ for_all: Type.Optional(Type.Literal('true')) }),
  reply: Nullable(GoesOn),
})

/** `/api/query_results/12` or `/api/query_results/12.csv`: one path segment, split by the handler. */
export const getResult = endpoint({
  method: 'GET',
  path: '/api/query_results/:id_and_format',
  access: ['view_query', 'execute_query'],
  params: Type.Object({ id_and_format: Type.String({ maxLength: 40 }) }),
  // `name`: what a downloaded file is called, because there is no query whose name it could have
  query: Type.Object({ large: Large, name: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: WholeResult,
  replyMedia: resultMedia,
  errors: ['result.unknown_format'],
})

/** The newest result of a query: `/api/queries/5/results` */
export const getQueryResult = endpoint({
  method: 'GET',
  path: '/api/queries/:id/results',
  access: ['view_query', 'execute_query'],
  acceptsQueryKey: true,
  params: Type.Object({ id: Id }),
  reply: WholeResult,
  errors: ['result.none_for_query'],
})

/** `/api/queries/5/results.csv` */
export const getQueryResultFile = endpoint({
  method: 'GET',
  path: '/api/queries/:id/results.:format',
  access: ['view_query', 'execute_query'],
  acceptsQueryKey: true,
  params: Type.Object({ id: Id, format: Type.String({ maxLength: 10 }) }),
  reply: WholeResult,
  replyMedia: resultMedia,
  errors: ['result.none_for_query', 'result.unknown_format'],
})

/** `/api/queries/5/results/12.csv` */
export const getQueryResultById = endpoint({
  method: 'GET',
  path: '/api/queries/:id/results/:id_and_format',
  access: ['view_query', 'execute_query'],
  acceptsQueryKey: true,
  params: Type.Object({ id: Id, id_and_format: Type.String({ maxLength: 40 }) }),
  reply: WholeResult,
  replyMedia: resultMedia,
  errors: ['result.none_for_query', 'result.unknown_format'],
})
