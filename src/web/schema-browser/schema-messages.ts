import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { Job } from '#shared/results/job.ts'
import type { CompletionItem, CompletionRequest, SchemaOutline, SchemaSearch } from './schema-index.ts'

/** Messages to the schema worker, and its answers. */
export type SchemaQuestion =
  | { kind: 'load'; url: string }
  | { kind: 'columns'; table: number }
  | { kind: 'search'; text: string }
  | { kind: 'complete'; request: CompletionRequest }

export interface SchemaAnswers {
  load: LoadAnswer
  columns: SchemaColumn[]
  search: SchemaSearch
  complete: CompletionItem[]
}

export type LoadAnswer =
  | { status: 'ready'; outline: SchemaOutline }
  /** the schema is being read from the data source */
  | { status: 'job'; job: Job }
  | { status: 'refused'; httpStatus: number; message: string | null }

export type SchemaReply = { schema: SchemaTable[] } | { job: Job }

export interface NumberedQuestion {
  id: number
  question: SchemaQuestion
}
export type NumberedAnswer =
  | { id: number; answer: SchemaAnswers[keyof SchemaAnswers] }
  | { id: number; failure: string }
