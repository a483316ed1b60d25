import type { SchemaTable } from '#shared/data-sources/data-sources-api.ts'
import { type Conversation, converse, type Politeness } from './child-conversation.ts'
import type {
  BackendReference,
  CellEncoder,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  Session,
  Sink,
} from './connector.ts'
import { ConnectionFailed, stopReason, TimedOut } from './connector-errors.ts'
import type { DriverReply, DriverRequest } from './driver-protocol.ts'
import { lendTunnel } from './driver-tunnel.ts'
import { forkEngine } from './fork-engine.ts'

/**
 * `open` and `killOrphan` of a connector whose driver is not ours. `child`: a module that calls `serveDriver`. The
 * driver runs in a process for each session, so that a server that sends garbage, bombs or endless packets costs only
 * the run that reads it.
 */
export function inDriverProcess(child: URL): Required<Pick<Connector, 'open' | 'killOrphan'>> {
  return {
    open: (options, host, signal) => openSession(child, options, host, signal),
    killOrphan: (options, host, backend) => killOrphan(child, options, host, backend),
  }
}

type DriverConversation = Conversation<DriverRequest, DriverReply>

interface Started {
  driver: DriverConversation
  /** the socket of the data source's tunnel */
  tunnel: string | null
  end(): Promise<void>
}

/** A database may take some seconds to end a query. */
const polite: Politeness<DriverRequest> = {
  stop: (reason) => ({ kind: 'stop', timedOut: reason instanceof TimedOut }),
  milliseconds: 15_000,
}

/** A process that misses so many beats in a row is stuck in what the server sent. */
const beatMilliseconds = 5000
const missedBeats = 8
const stuck = 'The driver of the data source has been stuck for 40 seconds in what the server sent.'

async function start(child: URL, host: ConnectorHost): Promise<Started> {
  const lent = host.tunnel === undefined ? null : await lendTunnel(host.tunnel)
  const process = forkEngine(
    { child, path: ':memory:', packages: 'all', isNative: false },
    host.engineMemoryMb,
  )
  const driver: DriverConversation = converse(process, host.engineMemoryMb, polite)
  let ended: Promise<void> | undefined
  return {
    ...{ driver, tunnel: lent?.path ?? null },
    end() {
      driver.end()
      ended ??= lent?.close()
      return ended ?? Promise.resolve()
    },
  }
}

/**
 * One request, which fails if the process gets no turn for `missedBeats`. Beats are counted, not timed: a worker that
 * was suspended has missed none.
 */
async function ask(
  { driver }: Pick<Started, 'driver'>,
  request: DriverRequest,
  signal: AbortSignal,
  hear: (reply: DriverReply) => Promise<void> = async () => {},
): Promise<void> {
  let missed = 0
  let isStuck = false
  const timer = setInterval(() => {
    missed++
    if (missed < missedBeats) return driver.tell({ kind: 'beat' })
    isStuck = true
    driver.end()
  }, beatMilliseconds)
  timer.unref()
  try {
    await driver.ask(request, signal, async (reply) => {
      missed = 0
      if (reply.kind !== 'beat') await hear(reply)
    })
  } catch (error) {
    if (isStuck && !signal.aborted) throw new ConnectionFailed(stuck, error)
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function openSession(
  child: URL,
  options: ConnectorOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<Session> {
  const started = await start(child, host)
  let canReset = false
  try {
    const { tunnel } = started
    const request = { kind: 'open' as const, options, tunnel, maxSeconds: host.maxSeconds ?? null }
    await ask(started, request, signal, async (reply) => {
      if (reply.kind === 'opened') canReset = reply.canReset
      else noteBackend(host, reply)
    })
  } catch (error) {
    await started.end()
    throw error
  }
  return sessionOf(started, host, canReset)
}

function sessionOf(started: Started, host: ConnectorHost, canReset: boolean): Session {
  return {
    ping: (signal) => ask(started, { kind: 'ping' }, signal),
    async tables(signal) {
      let found: SchemaTable[] | null = null
      await ask(started, { kind: 'tables' }, signal, async (reply) => {
        if (reply.kind === 'tables') found = reply.tables
      })
      return found
    },
    async run(text, sink, signal, values = []) {
      await runInDriver(started, host, { kind: 'run', text, values }, sink, signal)
    },
    ...(canReset ? { reset: (signal: AbortSignal) => ask(started, { kind: 'reset' }, signal) } : {}),
    async close() {
      // so that the server hears a farewell instead of a broken connection
      await ask(started, { kind: 'close' }, AbortSignal.timeout(closingMilliseconds)).catch(() => {})
      await started.end()
    },
  }
}

const closingMilliseconds = 2000

/** Cells arrive as JSON text. */
const asItIs: CellEncoder = (cell) => cell as string

async function runInDriver(
  started: Started,
  host: ConnectorHost,
  request: DriverRequest,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { driver } = started
  let failure: { error: unknown } | null = null
  const pass = async (reply: DriverReply) => {
    if (reply.kind === 'columns') sink.columns(reply.columns.map((column) => ({ ...column, encode: asItIs })))
    else if (reply.kind === 'rows') driver.tell({ kind: 'more', goesOn: await sink.rows(reply.rows) })
    else if (reply.kind === 'log') sink.log(reply.line)
    else if (reply.kind === 'progress') sink.progress?.(reply.progress)
    else if (reply.kind === 'metadata') sink.metadata(reply.facts)
    else noteBackend(host, reply)
  }
  const hearOne = async (reply: DriverReply) => {
    if (failure !== null) return
    try {
      await pass(reply)
    } catch (error) {
      // the query ends in the data source first, as if it were cancelled
      failure = { error }
      driver.tell({ kind: 'stop', timedOut: false })
      driver.tell({ kind: 'more', goesOn: false })
    }
  }
  // several messages may arrive in one turn
  let heard: Promise<void> = Promise.resolve()
  const hear = async (reply: DriverReply) => {
    heard = heard.then(() => hearOne(reply))
    await heard
  }
  const throwOwn = async () => {
    await heard
    if (failure !== null) throw signal.aborted ? stopReason(signal) : failure.error
  }
  try {
    await ask(started, request, signal, hear)
  } catch (error) {
    await throwOwn()
    throw error
  }
  await throwOwn()
}

function noteBackend(host: ConnectorHost, reply: DriverReply): void {
  if (reply.kind === 'backend') host.reportBackend(reply.backend)
}

async function killOrphan(
  child: URL,
  options: ConnectorOptions,
  host: ConnectorHost,
  backend: BackendReference,
): Promise<void> {
  const started = await start(child, host)
  try {
    const { tunnel } = started
    const request = { kind: 'kill-orphan' as const, options, backend, tunnel }
    await ask(started, request, AbortSignal.timeout(orphanMilliseconds))
  } finally {
    await started.end()
  }
}

const orphanMilliseconds = 60_000
