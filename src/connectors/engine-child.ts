import { Worker } from 'node:worker_threads'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { BoundValue } from '#shared/parameters/bound-value.ts'
import type { TextPosition } from './connector-errors.ts'
import type { EngineCell, EngineColumn, EngineReply, EngineRequest } from './engine-protocol.ts'

/** What a file database offers inside its process. */
export interface Engine {
  ping(): Promise<void> | void
  tables(): Promise<SchemaTable[]> | SchemaTable[]
  /** `values`: stretches of the text that are bound, see Session.run */
  run(text: string, values: readonly BoundValue[]): Promise<EngineRun> | EngineRun
}

/** The last result set of a run; null columns: no statement returned one. */
export interface EngineRun {
  columns: EngineColumn[] | null
  batches: AsyncIterable<EngineCell[][]> | Iterable<EngineCell[][]>
}

/** An error that the user shall read word for word. */
export class EngineError extends Error {
  readonly position: TextPosition | null
  constructor(message: string, position: TextPosition | null) {
    super(message)
    this.name = 'EngineError'
    this.position = position
  }
}

/**
 * The main loop of an engine process. It ends with its parent: a thread of its own watches, because the main thread
 * may be deep inside the engine when the worker is killed.
 */
export function serveEngine(open: (path: string, memoryMb: number) => Promise<Engine> | Engine): void {
  watchParent()
  let engine: Engine | null = null
  let resume: (() => void) | null = null
  const mayGoOn = () =>
    new Promise<void>((resolve) => {
      resume = resolve
    })
  // process.exit would end the watching thread and then wait for the engine: a run of hours goes on for nobody
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', async (request: EngineRequest) => {
    if (request.kind === 'more') {
      resume?.()
      return
    }
    try {
      if (request.kind === 'open') engine = await open(request.path, request.memoryMb)
      else if (engine === null) throw new EngineError('The database is not open.', null)
      else await answer(engine, request, mayGoOn)
      send({ kind: 'done' })
    } catch (error) {
      const position = error instanceof EngineError ? error.position : null
      send({ kind: 'failed', message: (error as Error).message, position })
    }
  })
}

async function answer(engine: Engine, request: EngineRequest, mayGoOn: () => Promise<void>): Promise<void> {
  if (request.kind === 'ping') await engine.ping()
  else if (request.kind === 'tables') send({ kind: 'tables', tables: await engine.tables() })
  else if (request.kind === 'run') {
    const { columns, batches } = await engine.run(request.text, request.values)
    if (columns !== null) send({ kind: 'columns', columns })
    for await (const rows of batches) {
      const permission = mayGoOn()
      send({ kind: 'rows', rows })
      await permission
    }
  }
}

function send(reply: EngineReply): void {
  process.send?.(reply)
}

const watchMilliseconds = 500

/** The parent's death shows as another parent process id. */
function watchParent(): void {
  const watcher = new Worker(
    `const parent = process.ppid
     setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, ${watchMilliseconds})`,
    { eval: true },
  )
  watcher.unref()
}
