import { type Static, Type } from 'typebox'
import { Id, Nullable } from '../http/schemas.ts'

/** Status numbers of the wire (docs/reference/api-conventions.md#job). */
export const jobStatus = { waiting: 1, processing: 2, done: 3, failed: 4 } as const
export type JobStatus = (typeof jobStatus)[keyof typeof jobStatus]

/** Why a job has not started yet and which place it has (1 = next). */
export const JobWaiting = Type.Object({ reason: Type.String(), place: Type.Integer() })

/** Who else wants the result of a run that goes on. */
export const SharedRun = Type.Object({
  /** people, and keys or tokens whose bearers count as one */
  others: Type.Integer(),
  /** a schedule wants it as well */
  is_scheduled: Type.Boolean(),
  /** may the caller end it for everybody? */
  may_end_for_all: Type.Boolean(),
})
export type SharedRun = Static<typeof SharedRun>

export const Job = Type.Object({
  id: Type.String(),
  /** 0 until started, then the start time */
  updated_at: Type.Union([Type.String(), Type.Number()]),
  status: Type.Integer(),
  /** "", a text, or an object `{code, message, details?}` for schema jobs */
  error: Type.Unknown(),
  result: Type.Unknown(),
  query_result_id: Type.Unknown(),
  waiting: Type.Optional(Nullable(JobWaiting)),
  /** null: nobody else wants it, or that is not for the caller to know */
  shared: Type.Optional(Nullable(SharedRun)),
  /** rows read so far, while processing */
  rows: Type.Optional(Type.Integer()),
  /** place of the error in the text the user wrote, when the database told it: 1-based line and column */
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
