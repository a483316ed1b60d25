import { t } from '#shared/messages/translate.ts'
import type { NumberedAnswer, SchemaAnswers, SchemaQuestion } from './schema-messages.ts'

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
