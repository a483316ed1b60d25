import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Id, JsonObject, Nullable } from '../http/schemas.ts'
import { JobIdParams } from './job.ts'
import { ResultColumn } from './results-api.ts'

const windowFields = {
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
}
const WindowQuery = Type.Object(windowFields)

const OrderedWindowQuery = Type.Object({
  ...windowFields,
  /** `-amount,name`: see row-order.ts */
  sort: Type.Optional(Type.String({ maxLength: 4000 })),
  /** text in one of the cells as shown, case-insensitive */
  search: Type.Optional(Type.String({ maxLength: 500 })),
  /** JSON list of the columns to search, as names or `ShownColumn` objects; absent: all */
  columns: Type.Optional(Type.String({ maxLength: 8000 })),
  /** JSON list of conditions on columns: see column-filter.ts */
  filters: Type.Optional(Type.String({ maxLength: 8000 })),
})

/**
 * Some rows of a result, so that a page of any size stays light. `total`: rows stored, or matching the search;
 * `complete`: no more will come. `cut`: the window has fewer rows than requested, because they are large; the next one
 * is number `from` + the length of `rows`.
 */
export const RowWindow = Type.Object({
  columns: Type.Array(ResultColumn),
  rows: Type.Array(JsonObject),
  from: Type.Integer(),
  total: Type.Integer(),
  complete: Type.Boolean(),
  cut: Type.Boolean(),
})
export type RowWindow = Static<typeof RowWindow>

/** `/api/query_results/12/rows?from=0&count=1000&sort=-amount,name&search=smith&columns=["name"]` */
export const getResultRows = endpoint({
  method: 'GET',
  path: '/api/query_results/:id/rows',
  access: ['view_query', 'execute_query'],
  params: Type.Object({ id: Id }),
  query: OrderedWindowQuery,
  reply: RowWindow,
  errors: ['result.too_large_to_order', 'result.too_many_orders'],
})

export const ColumnFactsReply = Type.Object({
  rows: Type.Integer(),
  nulls: Type.Integer(),
  blanks: Type.Integer(),
  distinct: Type.Integer(),
  has_more: Type.Boolean(),
  least: Nullable(Type.String()),
  most: Nullable(Type.String()),
  sum: Nullable(Type.String()),
  average: Nullable(Type.String()),
  bins: Type.Array(Type.Integer()),
  top: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
})

/** What one column of a stored result holds: `/api/query_results/12/facts?column=amount` */
export const getColumnFacts = endpoint({
  method: 'GET',
  path: '/api/query_results/:id/facts',
  access: ['view_query', 'execute_query'],
  params: Type.Object({ id: Id }),
  query: Type.Object({
    /** absent: the first one */
    column: Type.Optional(Type.String({ maxLength: 1000 })),
    /** how its values are read, when the stored column does not know */
    type: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  reply: ColumnFactsReply,
  errors: ['result.too_large_to_order', 'result.too_many_orders'],
})

/** The rows that a run has stored so far, which can be shown while it continues. */
export const getJobRows = endpoint({
  method: 'GET',
  path: '/api/jobs/:id/rows',
  access: ['view_query', 'execute_query'],
  params: JobIdParams,
  query: WindowQuery,
  reply: RowWindow,
  errors: ['result.none_for_query', 'result.too_many_orders'],
})
