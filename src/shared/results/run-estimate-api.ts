import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, JsonObject, Nullable } from '../http/schemas.ts'
import { JobReply } from './job.ts'
import { AutoLimitRows } from './results-api.ts'

/** What a run would read, as the data source says before it: the result of the job of `estimateRun`. */
export const RunEstimate = Type.Object({
  /** null: the data source cannot tell */
  bytes: Nullable(Type.Number()),
  rows: Type.Optional(Type.Number()),
  /** of bytes and rows; `by_statistics`: of the tables' contents, not of what is billed */
  precision: Type.Union([
    Type.Literal('exact'),
    Type.Literal('at_most'),
    Type.Literal('at_least'),
    Type.Literal('by_statistics'),
  ]),
  /** US dollars, if the data source has a price */
  cost: Type.Optional(Type.Number()),
  /** names of the tables that it would read */
  tables: Type.Optional(Type.Array(Type.String())),
  /** sentences of the connector, such as that the limit of the data source would refuse the run */
  notes: Type.Array(Type.String()),
})
export type RunEstimate = Static<typeof RunEstimate>

/** Asks what a text would read, without running it. The job's `result` is a RunEstimate. */
export const estimateRun = endpoint({
  method: 'POST',
  path: '/api/query_results/estimate',
  access: ['execute_query'],
  scope: 'run',
  body: Type.Object({
    query: Type.String({ maxLength: 1_000_000 }),
    data_source_id: Id,
    parameters: Type.Optional(Nullable(JsonObject)),
    apply_auto_limit: Type.Optional(Nullable(Type.Boolean())),
    auto_limit_rows: AutoLimitRows,
  }),
  reply: JobReply,
  errors: [
    'execution.not_permitted',
    'execution.paused',
    'execution.missing_parameters',
    'execution.empty_query',
    'execution.no_estimate',
    'execution.too_many_waiting',
  ],
})
