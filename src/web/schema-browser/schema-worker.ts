import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type {
  LoadAnswer,
  NumberedAnswer,
  NumberedQuestion,
  SchemaAnswers,
  SchemaQuestion,
  SchemaReply,
} from './schema-client.ts'
import { createSchemaIndex, type SchemaIndex, type SchemaOutline } from './schema-index.ts'

let tables: readonly SchemaTable[] = []

/** Runs in a Web Worker: fetches, parses and searches one schema, so that the editor never waits. */
let index: SchemaIndex | null = null

self.addEventListener('message', (event: MessageEvent<NumberedQuestion>) => {
  const { id, question } = event.data
  respond(question).then(
    (answer) => reply({ id, answer }),
    (failure: unknown) =>
      reply({ id, failure: failure instanceof Error ? failure.message : String(failure) }),
  )
})

function reply(message: NumberedAnswer): void {
  self.postMessage(message)
}

async function respond(question: SchemaQuestion): Promise<SchemaAnswers[keyof SchemaAnswers]> {
  switch (question.kind) {
    case 'load':
      return await load(question.url)
    case 'show':
      return show(question.tables)
    case 'fill': {
      const { table, columns } = question
      return show(tables.map((each, at) => (at === table ? { ...each, columns: [...columns] } : each)))
    }
    case 'columns':
      return index?.columns(question.table) ?? []
    case 'table':
      return index?.table(question.table) ?? null
    case 'search':
      return index?.search(question.text) ?? { hits: [], expanded: false }
    case 'complete':
      return index?.complete(question.request) ?? { items: [], isComplete: true }
  }
}

async function load(url: string): Promise<LoadAnswer> {
  const response = await fetch(url, { credentials: 'same-origin', headers: { accept: 'application/json' } })
  if (!response.ok) {
    return { status: 'refused', httpStatus: response.status, message: readMessage(await response.text()) }
  }
  const body = (await response.json()) as SchemaReply
  if ('job' in body) return { status: 'job', job: body.job }
  return { status: 'ready', outline: show(body.schema) }
}

function show(shown: readonly SchemaTable[]): SchemaOutline {
  const made = createSchemaIndex(shown)
  tables = shown
  index = made
  // after the answer has been sent
  setTimeout(made.prepare)
  return made.outline
}

function readMessage(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' && 'message' in body ? String(body.message) : null
  } catch {
    return null
  }
}
