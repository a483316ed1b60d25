import { Worker } from 'node:worker_threads'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { cutMessage } from '#shared/errors/cut-message.ts'
import type { BoundValue } from '#shared/sql/bound-value.ts'
import { listOfTables } from './answer.ts'
import { ConnectionFailed, QueryFailed, type TextPosition } from './connector-errors.ts'
import { type DocumentDesk, documentDesk } from './document-desk.ts'
import type { EngineCell, EngineColumn, EngineReply, EngineRequest } from './engine-protocol.ts'
import { requireColumns } from './result-limits.ts'

/** What a file database or document reader offers inside its process. */
export interface Engine {
  ping(): Promise<void> | void
  tables(): Promise<SchemaTable[]> | SchemaTable[]
  /**
   * `values`: ranges of the text that are bound, see Session.run; `documents`: requests documents from the web, and
   * the results that the text reads
   */
  run(
    text: string,
    values: readonly BoundValue[],
    documents: Omit<DocumentDesk, 'hear'>,
  ): Promise<EngineRun> | EngineRun
}

/** The last result set of a run; null columns: no statement returned one. Batches are cut by `rowBatch`. */
export interface EngineRun {
  columns: EngineColumn[] | null
  batches: AsyncIterable<EngineCell[][]> | Iterable<EngineCell[][]>
  /** new lines for the log of the result; asked before each batch is sent */
  notes?(): string[]
}

/** An error whose message the user sees word for word. */
export class EngineError extends Error {
  readonly position: TextPosition | null
  constructor(message: string, position: TextPosition | null) {
    super(message)
    this.name = 'EngineError'
    this.position = position
  }
}

/**
 * The main loop of an engine process. The process ends with its parent: a separate thread watches for that, because the
 * main thread may be busy in the engine when the worker is killed.
 */
export function serveEngine(open: (subject: string, memoryMb: number) => Promise<Engine> | Engine): void {
  watchParent()
  let engine: Engine | null = null
  let resume: (() => void) | null = null
  const documents = documentDesk(send)
  const mayGoOn = () =>
    new Promise<void>((resolve) => {
      resume = resolve
    })
  // process.exit would wait for the engine, so a query of hours would go on after its worker
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', async (request: EngineRequest) => {
    if (request.kind === 'more') {
      resume?.()
      return
    }
    if (documents.hear(request)) return
    try {
      if (request.kind === 'open') engine = await open(request.subject, request.memoryMb)
      else if (engine === null) throw new EngineError('The database is not open.', null)
      else await answer(engine, request, mayGoOn, documents)
      send({ kind: 'done' })
    } catch (error) {
      send(failure(error))
    }
  })
}

async function answer(
  engine: Engine,
  request: EngineRequest,
  mayGoOn: () => Promise<void>,
  documents: DocumentDesk,
): Promise<void> {
  if (request.kind === 'ping') await engine.ping()
  else if (request.kind === 'tables') send({ kind: 'tables', tables: requireTables(await engine.tables()) })
  else if (request.kind === 'run') {
    const { columns, batches, notes } = await engine.run(request.text, request.values, documents)
    if (columns !== null) {
      requireColumns(columns.map((column) => column.name))
      send({ kind: 'columns', columns })
    }
    await sendBatches(batches, mayGoOn, notes)
  }
}

/** Prepares the next batch while the worker stores the previous one. */
async function sendBatches(
  batches: EngineRun['batches'],
  mayGoOn: () => Promise<void>,
  notes: EngineRun['notes'],
): Promise<void> {
  const iterator =
    Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  const make = async () => await iterator.next()
  let made = await make()
  while (!made.done) {
    const permission = mayGoOn()
    for (const line of notes?.() ?? []) send({ kind: 'log', line })
    send({ kind: 'rows', rows: made.value })
    const next = make()
    // the error is thrown when this batch is awaited
    next.catch(() => {})
    await permission
    made = await next
  }
}

/** The schema goes to the worker in one message, so its size is limited as it is for database servers. */
function requireTables(tables: SchemaTable[]): SchemaTable[] {
  const { length, rows } = listOfTables
  let names = 0
  let count = 0
  for (const table of tables) {
    count += 1 + table.columns.length
    names += table.name.length
    for (const { name, type = '' } of table.columns) names += name.length + type.length
  }
  if (count > rows || names > length) throw new EngineError(listOfTables.message, null)
  return tables
}

function failure(error: unknown): EngineReply & { kind: 'failed' } {
  const { stack } = error as Error
  // cut here, so that the worker never holds the full text
  const message = cutMessage((error as Error).message)
  if (error instanceof ConnectionFailed) {
    return { kind: 'failed', message, position: null, reason: 'connection' }
  }
  if (error instanceof TypeError || error instanceof ReferenceError) {
    return { kind: 'failed', message: cutMessage(stack ?? message), position: null, reason: 'bug' }
  }
  const isPlaced = error instanceof EngineError || error instanceof QueryFailed
  return { kind: 'failed', message, position: isPlaced ? error.position : null, reason: 'query' }
}

function send(reply: EngineReply): void {
  process.send?.(reply)
}

const watchMilliseconds = 500

/**
 * Detects the end of the parent by a changed parent process id. The parent names its own as the first argument: it may
 * have ended before this process can ask for it.
 */
export function watchParent(): void {
  const watcher = new Worker(
    `const { workerData: parent } = require('node:worker_threads')
     setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, ${watchMilliseconds})`,
    { eval: true, workerData: Number(process.argv[2] ?? process.ppid) },
  )
  watcher.unref()
}
