import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Conversation, converse } from './child-conversation.ts'
import type { CellEncoder, ConnectorHost, OutboundRequest, Session, Sink } from './connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from './connector-errors.ts'
import { documentLender } from './document-lender.ts'
import type { EngineReply, EngineRequest, WantedDocument } from './engine-protocol.ts'
import { type EngineProgram, forkEngine } from './fork-engine.ts'
import { requireSendable } from './sendable-text.ts'
import { type LentTables, nothingLent, tableLender } from './table-lender.ts'

type EngineConversation = Conversation<EngineRequest, EngineReply>

const noRows = 'Query completed but it returned no data.'

export interface EngineOptions extends EngineProgram {
  host: ConnectorHost
  /** what the child opens, if not `path` */
  subject?: string
  /** document readers: the request that the worker sends for a document; only the worker has the credentials */
  requestFor?: (wanted: WantedDocument) => OutboundRequest
}

export interface EngineSession extends Session {
  /** `lent`: the results that the text reads as tables */
  run(...given: [...Parameters<Session['run']>, lent?: LentTables]): Promise<void>
}

/** A session of a file database. Fails at once if the database cannot be opened. */
export async function openEngineProcess(options: EngineOptions, signal: AbortSignal): Promise<EngineSession> {
  return engineSession(options, await startEngine(options, signal))
}

/**
 * A session of a document reader. Parsers of untrusted content run in the restricted process; network and credentials
 * stay with the worker. The process starts with the first run.
 */
export function openDocumentReader(options: Omit<EngineOptions, 'path' | 'isNative'>): Session {
  return engineSession({ ...options, path: ':memory:', isNative: false }, null)
}

/** Stopping a query kills the process; the next request starts another one. */
function engineSession(options: EngineOptions, started: EngineConversation | null): EngineSession {
  let engine = started
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
    async run(text, sink, signal, values = [], lent = nothingLent) {
      // SQLite and DuckDB would end the statement at U+0000 and run what comes before
      requireSendable(text, values, { takesNul: false })
      const run = { options, engine: await current(signal), lent }
      await runOnEngine(run, { kind: 'run', text, values }, sink, signal)
    },
    async close() {
      engine?.end()
    },
  }
}

async function startEngine(options: EngineOptions, signal: AbortSignal): Promise<EngineConversation> {
  const { host, path, subject = path } = options
  const child = forkEngine(options, host.engineMemoryMb)
  const engine: EngineConversation = converse(child, host.engineMemoryMb)
  try {
    await engine.ask({ kind: 'open', subject, memoryMb: host.engineMemoryMb }, signal)
    return engine
  } catch (error) {
    engine.end()
    throw error instanceof QueryFailed ? new ConnectionFailed(error.message, error) : error
  }
}

/** Cells arrive as JSON text. */
const asItIs: CellEncoder = (cell) => cell as string

/** Ends the process when a run stops early: the sink has enough, or an error occurs on this side. */
async function runOnEngine(
  { options, engine, lent }: { options: EngineOptions; engine: EngineConversation; lent: LentTables },
  request: EngineRequest & { kind: 'run' },
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  let hasColumns = false
  let hasEnough = false
  let failure: { error: unknown } | null = null
  const over = new AbortController()
  const untilOver = AbortSignal.any([signal, over.signal])
  const { host, requestFor } = options
  const lender = requestFor === undefined ? null : documentLender(host, requestFor, engine.tell, untilOver)
  const tables = tableLender(lent, engine.tell, untilOver)
  const pass = async (reply: EngineReply) => {
    if (reply.kind === 'fetch') await lender?.lend(reply.wanted)
    else if (reply.kind === 'took') (lender ?? tables).taken()
    else if (reply.kind === 'lend') await tables.describe()
    else if (reply.kind === 'borrow') await tables.lend(reply.table, reply.files)
    else if (reply.kind === 'log') sink.log(reply.line)
    else if (reply.kind === 'columns') {
      hasColumns = true
      sink.columns(reply.columns.map((column) => ({ ...column, encode: asItIs })))
    } else if (reply.kind === 'rows') {
      hasEnough = !(await sink.rows(reply.rows))
      if (hasEnough) engine.end()
      else engine.tell({ kind: 'more' })
    }
  }
  const hear = async (reply: EngineReply) => {
    try {
      await pass(reply)
    } catch (error) {
      failure ??= { error }
      engine.end()
      throw error
    }
  }
  const throwOwn = () => {
    if (failure !== null) throw failure.error
  }
  try {
    await engine.ask(request, signal, hear)
    // the engine may have finished before it was stopped
    throwOwn()
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    throwOwn()
    if (hasEnough) return
    // after a refused query the engine is idle and can be used again; after any other error its state is unknown
    if (!(error instanceof QueryFailed)) engine.end()
    throw error
  } finally {
    over.abort()
  }
  if (!hasColumns) throw new QueryFailed(noRows)
}
