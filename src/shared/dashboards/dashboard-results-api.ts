import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, IdParams, JsonObject, Nullable } from '../http/schemas.ts'
import type { QueryResult } from '../results/results-api.ts'

/** Which widgets, in the order in which they are wanted, and the values of their parameters (resolved or as tokens). */
export const WidgetsWanted = Type.Object({
  widgets: Type.Array(Type.Object({ id: Id, parameters: Type.Optional(Nullable(JsonObject)) }), {
    maxItems: 1000,
  }),
})
export type WidgetsWanted = Static<typeof WidgetsWanted>

/**
 * A line of the answer: newline-delimited JSON, in the order of the request; widgets with the same query and values share
 * one. `query_result`: stored, and small enough to come along. `query_result_id`: stored; to be fetched by its id.
 * `missing`: nothing is stored: run it. `error`: why it cannot be run (`code` of error-codes.ts).
 */
export type DashboardResultLine = { widget_ids: number[] } & (
  | { query_result: QueryResult }
  | { query_result_id: number }
  | { missing: true }
  | { error: { code: string; message: string } }
)

/**
 * What is stored for the widgets of a dashboard, in one request. Runs nothing. Larger results are told by id; what comes
 * along is bounded (bytes of one result, bytes of all).
 */
export const readDashboardResults = endpoint({
  method: 'POST',
  path: '/api/dashboards/:id/results',
  access: ['list_dashboards', 'view_query'],
  params: IdParams,
  body: WidgetsWanted,
  reply: Type.Unknown(),
})
