import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable } from '../http/schemas.ts'
import type { QueryResult } from '../results/results-api.ts'

/** The widgets in order of priority, with the values of their parameters (resolved or as tokens). */
export const WidgetsWanted = Type.Object({
  widgets: Type.Array(Type.Object({ id: Id, parameters: Type.Optional(Nullable(JsonObject)) }), {
    maxItems: 1000,
  }),
})
export type WidgetsWanted = Static<typeof WidgetsWanted>

/**
 * A line of the response: newline-delimited JSON in request order; widgets with the same query and values share a
 * line. `query_result`: stored and small enough to be included. `query_result_id`: stored; fetch it by id. `missing`:
 * nothing is stored; run the query. `error`: why the query cannot run (`code` of error-codes.ts).
 */
export type DashboardResultLine = { widget_ids: number[] } & (
  | { query_result: QueryResult }
  | { query_result_id: number }
  | { missing: true }
  | { error: { code: string; message: string } }
)

/**
 * Stored results for the widgets of a dashboard, in one request. Runs nothing. The size of included results is
 * limited, per result and in total; larger ones are referenced by id.
 */
export const readDashboardResults = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/results',
  access: ['list_dashboards', 'view_query'],
  scope: 'run',
  params: IdParams,
  body: WidgetsWanted,
  reply: Type.Unknown(),
  replyMedia: ['application/x-ndjson'],
  errors: ['dashboard.too_large'],
})
