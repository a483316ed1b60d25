import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, Nullable, Timestamp } from '../http/schemas.ts'

/** `unknown`: the run is no longer known, because its data source was reset or an instance restored. */
export const runOutcomes = ['waiting', 'running', 'finished', 'failed', 'cancelled', 'unknown'] as const

/** A run that the caller has requested by hand. */
export const RanText = Type.Object({
  id: Id,
  data_source_id: Id,
  /** the saved query that the text was run for, while it reads the same data source */
  query_id: Nullable(Id),
  query_name: Nullable(Type.String()),
  /** as it was written; in the list only its beginning */
  query: Type.String(),
  asked_at: Timestamp,
  outcome: Type.Union(runOutcomes.map((one) => Type.Literal(one))),
  /** seconds */
  runtime: Nullable(Type.Number()),
  row_count: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  /** while the result is kept */
  query_result_id: Nullable(Id),
})
export type RanText = Static<typeof RanText>

/** The caller's own runs, the newest first. `q` searches the texts. With `id`, this one with its whole text. */
export const listRunHistory = endpoint({
  method: 'GET',
  path: '/api/run_history',
  access: 'signed-in',
  query: Type.Object({
    page: PagingQuery.page,
    page_size: PagingQuery.page_size,
    q: PagingQuery.q,
    id: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  reply: Paged(RanText),
})
