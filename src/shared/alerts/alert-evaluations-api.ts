import { type Static, Type } from 'typebox'
import { endpoint } from '../http/endpoint.ts'
import { Paged, PagingQuery } from '../http/paging.ts'
import { Id, IdParams, Nullable, Timestamp } from '../http/schemas.ts'
import { alertStates, evaluationReasons, noticeReasons } from './alert-rules.ts'

const State = Type.Enum([...alertStates])

/** One evaluation: what it found and what followed. */
export const AlertEvaluation = Type.Object({
  id: Id,
  at: Timestamp,
  /** the result may have been deleted since */
  query_result_id: Nullable(Id),
  is_manual: Type.Boolean(),
  state_before: State,
  state: State,
  value: Nullable(Type.String()),
  criteria: Type.Object({
    selector: Type.String(),
    column: Type.String(),
    op: Nullable(Type.String()),
    value: Type.Union([Type.String(), Type.Number()]),
  }),
  why: Type.Enum([...evaluationReasons]),
  notice: Type.Enum([...noticeReasons]),
  /** whether messages were created; `deliveries` says what became of them */
  notified: Type.Boolean(),
  /** `why` and `notice` in words */
  explanation: Type.String(),
  /** number of messages: pending, arrived, replaced by newer ones, permanently failed */
  deliveries: Type.Object({
    queued: Type.Integer(),
    sent: Type.Integer(),
    superseded: Type.Integer(),
    failed: Type.Integer(),
  }),
})
export type AlertEvaluation = Static<typeof AlertEvaluation>

/** Newest first; the newest 500 are kept. For those who may view the query. */
export const listEvaluations = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/evaluations',
  access: 'signed-in',
  params: IdParams,
  query: Type.Object({ page: PagingQuery.page, page_size: PagingQuery.page_size }),
  reply: Paged(AlertEvaluation),
})
