import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CellEncoder, ConnectorHost, Session, Sink } from './connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed, TimedOut } from './connector-errors.ts'
import type { EngineReply, EngineRequest } from './engine-protocol.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Memory beside the engine's own cap: Node itself and one batch on its way. */
const processMemoryMb = 256
const memoryCheckMilliseconds = 500
const noRows = 'Query completed but it returned no data.'

/**
 * Starts the restricted process of a file database: no environment, no files but the engine's code and the database,
 * no way to start processes. Cancelling kills it, so one process serves one session.
 */
export async function openEngineProcess(options: {
  /** module that calls `serveEngine` */
  child: URL
  /** path of the database file, already confined; ':memory:' for none */
  path: string
  /** folders of native add-ons the engine needs, below node_modules */
  addons: readonly string[]
  host: ConnectorHost
  signal: AbortSignal
}): Promise<Session> {
  const { host, path, signal } = options
  const readable = ['package.json', 'src/connectors', 'src/shared', ...options.addons].map(
    (name) => root + name,
  )
  const files =
    path === ':memory:' ? [] : [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}.wal`]
  const child = fork(options.child, {
    execArgv: [
      '--no-warnings',
      '--permission',
      '--allow-worker',
      ...(options.addons.length > 0 ? ['--allow-addons'] : []),
      ...[...readable, ...files].map((name) => `--allow-fs-read=${name}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const engine = converse(child, host.engineMemoryMb)
  try {
    await engine.ask({ kind: 'open', path, memoryMb: host.engineMemoryMb }, signal)
  } catch (error) {
    engine.end()
    if (error instanceof QueryFailed) throw new ConnectionFailed(error.message, error)
    throw error
  }
  return {
    ping: (abort) => engine.ask({ kind: 'ping' }, abort),
    async tables(abort) {
      let found: Awaited<ReturnType<Session['tables']>> = []
      await engine.ask({ kind: 'tables' }, abort, async (reply) => {
        if (reply.kind === 'tables') found = reply.tables
      })
      return found
    },
    run: (text, sink, abort) => runOnEngine(engine, text, sink, abort),
    async close() {
      engine.end()
    },
  }
}

interface EngineConversation {
  /** Resolves when the engine is done; rejects with the errors of connector-errors.ts. */
  ask(
    request: EngineRequest,
    signal: AbortSignal,
    hear?: (reply: EngineReply) => Promise<void>,
  ): Promise<void>
  tell(request: EngineRequest): void
  end(): void
}

/** Cells arrive as JSON text. */
const asItIs: CellEncoder = (cell) => cell as string

async function runOnEngine(
  engine: EngineConversation,
  text: string,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  let hasColumns = false
  let enough = false
  const run = engine.ask({ kind: 'run', text }, signal, async (reply) => {
    if (reply.kind === 'columns') {
      hasColumns = true
      sink.columns(reply.columns.map((column) => ({ ...column, encode: asItIs })))
    } else if (reply.kind === 'rows') {
      enough = !(await sink.rows(reply.rows))
      if (enough) engine.end()
      else engine.tell({ kind: 'more' })
    }
  })
  try {
    await run
  } catch (error) {
    if (!enough) throw error
  }
  if (!hasColumns) throw new QueryFailed(noRows)
}

function converse(child: ChildProcess, engineMemoryMb: number): EngineConversation {
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000)
  })
  const end = () => child.kill('SIGKILL')
  const memory = watchMemory(child, engineMemoryMb + processMemoryMb)
  const ask: EngineConversation['ask'] = (request, signal, hear) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        child.off('message', onMessage).off('exit', onExit)
        signal.removeEventListener('abort', onAbort)
        outcome()
      }
      const onAbort = () => {
        end()
        const reason = signal.reason instanceof TimedOut ? signal.reason : new Cancelled(signal.reason)
        settle(() => reject(reason))
      }
      const onExit = () => settle(() => reject(new QueryFailed(memory.exceeded() ?? endedMessage(complaint))))
      const onMessage = (reply: EngineReply) => {
        if (reply.kind === 'done') settle(resolve)
        else if (reply.kind === 'failed') {
          settle(() => reject(new QueryFailed(reply.message, { position: reply.position })))
        } else hear?.(reply).catch((error: unknown) => settle(() => reject(error)))
      }
      if (signal.aborted) return onAbort()
      if (child.exitCode !== null || child.signalCode !== null) return onExit()
      signal.addEventListener('abort', onAbort, { once: true })
      child.on('message', onMessage).on('exit', onExit)
      tell(request)
    })
  const tell = (request: EngineRequest) => {
    // a process that is gone tells so by its exit event
    if (child.connected) child.send(request, () => {})
  }
  return { ask, tell, end }
}

function endedMessage(complaint: string): string {
  const reason = complaint.split('\n').find((line) => /error/i.test(line))
  return `The database process ended unexpectedly${reason === undefined ? '.' : `: ${reason.trim()}`}`
}

/** The engine's own cap counts its buffers; this one counts the whole process, where /proc tells. */
function watchMemory(child: ChildProcess, limitMb: number): { exceeded(): string | null } {
  let message: string | null = null
  const timer = setInterval(() => {
    const residentMb = residentMegabytes(child.pid)
    if (residentMb <= limitMb) return
    message = `The query needed more than ${limitMb} MB of memory and was stopped.`
    child.kill('SIGKILL')
  }, memoryCheckMilliseconds)
  timer.unref()
  child.on('exit', () => clearInterval(timer))
  return { exceeded: () => message }
}

const pageBytes = 4096

function residentMegabytes(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return (pages * pageBytes) / 1024 / 1024
  } catch {
    return 0
  }
}
