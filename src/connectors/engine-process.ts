import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import type { CellEncoder, ConnectorHost, Session, Sink } from './connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from './connector-errors.ts'
import type { EngineReply, EngineRequest } from './engine-protocol.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Memory beside the engine's own cap: Node itself and one batch on its way. */
const processMemoryMb = 256
const memoryCheckMilliseconds = 500
const noRows = 'Query completed but it returned no data.'

export interface EngineOptions {
  /** module that calls `serveEngine` */
  child: URL
  /** path of the database file, already confined; ':memory:' for none */
  path: string
  /** folders of native add-ons the engine needs, below node_modules */
  addons: readonly string[]
  host: ConnectorHost
  signal: AbortSignal
}

/**
 * A session of a file database in a restricted process: no environment, no files but the engine's code and the
 * database, no way to start processes. Stopping a query kills the process; the next request starts another one.
 */
export async function openEngineProcess(options: EngineOptions): Promise<Session> {
  let engine: EngineConversation | null = await startEngine(options, options.signal)
  const current = async (signal: AbortSignal): Promise<EngineConversation> => {
    if (engine === null || engine.hasEnded()) engine = await startEngine(options, signal)
    return engine
  }
  return {
    ping: async (signal) => (await current(signal)).ask({ kind: 'ping' }, signal),
    async tables(signal) {
      let found: SchemaTable[] = []
      await (await current(signal)).ask({ kind: 'tables' }, signal, async (reply) => {
        if (reply.kind === 'tables') found = reply.tables
      })
      return found
    },
    run: async (text, sink, signal, values = []) =>
      runOnEngine(await current(signal), { kind: 'run', text, values }, sink, signal),
    async close() {
      engine?.end()
    },
  }
}

async function startEngine(options: EngineOptions, signal: AbortSignal): Promise<EngineConversation> {
  const { host, path } = options
  const engine = converse(forkEngine(options), host.engineMemoryMb)
  try {
    await engine.ask({ kind: 'open', path, memoryMb: host.engineMemoryMb }, signal)
    return engine
  } catch (error) {
    engine.end()
    throw error instanceof QueryFailed ? new ConnectionFailed(error.message, error) : error
  }
}

function forkEngine({ child, path, addons }: EngineOptions): ChildProcess {
  const readable = ['package.json', 'src/connectors', 'src/shared', ...addons].map((name) => root + name)
  const files =
    path === ':memory:' ? [] : [path, `${path}-wal`, `${path}-shm`, `${path}-journal`, `${path}.wal`]
  return fork(child, {
    execArgv: [
      '--no-warnings',
      '--permission',
      '--allow-worker',
      ...(addons.length > 0 ? ['--allow-addons'] : []),
      ...[...readable, ...files].map((name) => `--allow-fs-read=${name}`),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
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
  hasEnded(): boolean
}

/** Cells arrive as JSON text. */
const asItIs: CellEncoder = (cell) => cell as string

/** A run that is left before its end, because the sink has enough or fails, ends the process. */
async function runOnEngine(
  engine: EngineConversation,
  request: EngineRequest & { kind: 'run' },
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  let hasColumns = false
  let hasEnough = false
  const hear = async (reply: EngineReply) => {
    if (reply.kind === 'columns') {
      hasColumns = true
      sink.columns(reply.columns.map((column) => ({ ...column, encode: asItIs })))
    } else if (reply.kind === 'rows') {
      hasEnough = !(await sink.rows(reply.rows))
      if (hasEnough) engine.end()
      else engine.tell({ kind: 'more' })
    }
  }
  try {
    await engine.ask(request, signal, hear)
  } catch (error) {
    if (hasEnough) return
    if (!(error instanceof QueryFailed)) engine.end()
    throw error
  }
  if (!hasColumns) throw new QueryFailed(noRows)
}

function converse(child: ChildProcess, engineMemoryMb: number): EngineConversation {
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2000)
  })
  let isEnding = false
  const end = () => {
    isEnding = true
    child.kill('SIGKILL')
  }
  const hasEnded = () => isEnding || child.exitCode !== null || child.signalCode !== null
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
        settle(() => reject(stopReason(signal)))
      }
      const onExit = () => settle(() => reject(new QueryFailed(memory.exceeded() ?? endedMessage(complaint))))
      const onMessage = (reply: EngineReply) => {
        if (reply.kind === 'done') settle(resolve)
        else if (reply.kind === 'failed') {
          settle(() => reject(new QueryFailed(reply.message, { position: reply.position })))
        } else hear?.(reply).catch((error: unknown) => settle(() => reject(error)))
      }
      if (signal.aborted) return onAbort()
      if (hasEnded()) return onExit()
      signal.addEventListener('abort', onAbort, { once: true })
      child.on('message', onMessage).on('exit', onExit)
      tell(request)
    })
  const tell = (request: EngineRequest) => {
    // a process that is gone tells so by its exit event
    if (child.connected) child.send(request, () => {})
  }
  return { ask, tell, end, hasEnded }
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
