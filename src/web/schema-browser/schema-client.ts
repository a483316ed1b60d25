import type { SchemaColumn, SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { t } from '#shared/messages/translate.ts'
import type { Job } from '#shared/results/job.ts'
import type { CompletionAnswer, CompletionRequest } from './complete-names.ts'
import type { SchemaOutline, SchemaSearch } from './schema-index.ts'

/** The page's side of one schema worker: requests with promised answers. */
export interface SchemaClient {
  ask<K extends SchemaQuestion['kind']>(
    question: Extract<SchemaQuestion, { kind: K }>,
  ): Promise<SchemaAnswers[K]>
  end(): void
}

export function startSchemaClient(): SchemaClient {
  const worker = new Worker(new URL('./schema-worker.ts', import.meta.url), {
    type: 'module',
    name: 'schema',
  })
  const pending = new Map<number, { resolve(answer: never): void; reject(failure: Error): void }>()
  let nextId = 1
  worker.addEventListener('message', (event: MessageEvent<NumberedAnswer>) => {
    const message = event.data
    const waiting = pending.get(message.id)
    pending.delete(message.id)
    if ('failure' in message) waiting?.reject(new Error(message.failure))
    else waiting?.resolve(message.answer as never)
  })
  worker.addEventListener('error', (event) => {
    for (const waiting of pending.values())
      waiting.reject(new Error(event.message || t('The schema worker stopped.')))
    pending.clear()
  })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        pending.set(id, { resolve, reject })
        worker.postMessage({ id, question })
      }),
    end: () => worker.terminate(),
  }
}

/** Messages to the schema worker, and its answers. */
export type SchemaQuestion =
  | { kind: 'load'; url: string }
  | { kind: 'show'; tables: readonly SchemaTable[] }
  | { kind: 'fill'; table: number; columns: readonly SchemaColumn[] }
  | { kind: 'columns'; table: number }
  | { kind: 'table'; table: number }
  | { kind: 'search'; text: string }
  | { kind: 'complete'; request: CompletionRequest }

export interface SchemaAnswers {
  load: LoadAnswer
  show: SchemaOutline
  fill: SchemaOutline
  columns: SchemaColumn[]
  table: SchemaTable | null
  search: SchemaSearch
  complete: CompletionAnswer
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
