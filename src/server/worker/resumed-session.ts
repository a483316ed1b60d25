import type {
  BackendReference,
  Connector,
  ConnectorHost,
  ConnectorOptions,
  SchemaLevels,
  Session,
  Sink,
} from '#connectors/connector.ts'
import { WorkerStopping } from '#server/runs/index.ts'

interface Remote {
  connector: Connector
  options: ConnectorOptions
  host: ConnectorHost
  /** the job that an earlier worker has begun; null: there is none yet */
  backend: BackendReference | null
  open(): Promise<Session>
}

/**
 * A session on a data source with jobs of its own. It continues the job of an earlier worker if there is one. When this
 * worker has to stop, it leaves the job to the next one: the connector, which would end it, hears nothing of that.
 */
export function resumedSession({ connector, options, host, backend, open }: Remote): Session {
  let session: Promise<Session> | null = null
  const opened = () => {
    session ??= open()
    return session
  }
  return {
    ping: async (signal) => (await opened()).ping(signal),
    tables: async (signal) => (await opened()).tables(signal),
    ...(connector.readsLevels && { levels: levelsOf(opened) }),
    run: (text, sink, signal, values) =>
      unlessStopping(sink, signal, async (ownSink, ownSignal) => {
        const isContinued =
          backend !== null && (await connector.resume?.(options, host, backend, ownSink, ownSignal))
        if (!isContinued) await (await opened()).run(text, ownSink, ownSignal, values)
      }),
    close: async () => (await session)?.close(),
  }
}

function levelsOf(opened: () => Promise<Session>): SchemaLevels {
  const levels = async () => {
    const session = await opened()
    if (session.levels === undefined) throw new Error('The session does not read its schema in parts.')
    return session.levels
  }
  return {
    databases: async (signal) => (await levels()).databases(signal),
    tables: async (...wanted) => (await levels()).tables(...wanted),
    columns: async (...wanted) => (await levels()).columns(...wanted),
  }
}

async function unlessStopping(
  sink: Sink,
  signal: AbortSignal,
  work: (sink: Sink, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const own = new AbortController()
  const stopping = Promise.withResolvers<never>()
  let isStopping = false
  const onAbort = () => {
    isStopping = signal.reason instanceof WorkerStopping
    if (isStopping) stopping.reject(signal.reason)
    else own.abort(signal.reason)
  }
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  // an answer would tell the connector to stop, and so to end the job
  const silent: Sink = {
    ...sink,
    rows: (batch) => (isStopping ? new Promise<boolean>(() => {}) : sink.rows(batch)),
  }
  stopping.promise.catch(() => {})
  try {
    await Promise.race([work(silent, own.signal), stopping.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
