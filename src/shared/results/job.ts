import { type Static, Type } from 'typebox'
import { Id, Nullable } from '../http/schemas.ts'

/** Status numbers in the API (docs/reference/api-conventions.md#job). */
export const jobStatus = { waiting: 1, processing: 2, done: 3, failed: 4 } as const
export type JobStatus = (typeof jobStatus)[keyof typeof jobStatus]

/** Why a job has not started yet, and its place (1 = next). */
export const JobWaiting = Type.Object({ reason: Type.String(), place: Type.Integer() })

/** Who else waits for a run. */
export const SharedRun = Type.Object({
  /** users, and keys or tokens, whose bearers count as one */
  others: Type.Integer(),
  /** whether a schedule waits for it too */
  is_scheduled: Type.Boolean(),
  /** whether the caller may end it for all */
  may_end_for_all: Type.Boolean(),
})
export type SharedRun = Static<typeof SharedRun>

/** How far the data source is with a run: what it has read, which is not what it returns. */
export const JobProgress = Type.Object({
  /** 0 to 1 */
  fraction: Type.Optional(Type.Number()),
  rows: Type.Optional(Type.Integer()),
  bytes: Type.Optional(Type.Integer()),
})
export type JobProgress = Static<typeof JobProgress>

export const Job = Type.Object({
  id: Type.String(),
  /** 0 until started, then the start time */
  updated_at: Type.Union([Type.String(), Type.Number()]),
  status: Type.Integer(),
  /** "", a text, or an object `{code, message, details?}` for schema jobs */
  error: Type.Unknown(),
  result: Type.Unknown(),
  query_result_id: Type.Unknown(),
  /** the run was cancelled; its status is that of a failed one */
  is_cancelled: Type.Optional(Type.Literal(true)),
  waiting: Type.Optional(Nullable(JobWaiting)),
  /** null: no one else waits for it, or the caller may not know */
  shared: Type.Optional(Nullable(SharedRun)),
  /** rows read so far, while processing */
  rows: Type.Optional(Type.Integer()),
  /** while processing, if the data source tells */
  progress: Type.Optional(JobProgress),
  /** error position in the user's text, if the database reported it: 1-based line and column */
  error_position: Type.Optional(Nullable(Type.Object({ line: Type.Integer(), column: Type.Integer() }))),
})
export type Job = Static<typeof Job>

export const JobReply = Type.Object({ job: Job })
export type JobReply = Static<typeof JobReply>

export const JobIdParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) })
export const QueryJobIdParams = Type.Object({
  query_id: Id,
  id: Type.String({ format: 'uuid', maxLength: 36 }),
})
