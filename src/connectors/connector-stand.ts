import type { BackendReference, Connector, ConnectorHost, Session, Sink } from './connector.ts'
import type { ConnectorGround } from './connector-trials.ts'

/** A connector under trial, and where it is tried. */
export interface Stand {
  connector: Connector
  ground: ConnectorGround
  backends: BackendReference[]
}

export function openOn(stand: Stand, options = stand.ground.options): Promise<Session> {
  const host: ConnectorHost = {
    fileFolders: [],
    fetch: () => Promise.reject(new Error('This trial lends no HTTP')),
    fetchServer: () => Promise.reject(new Error('This trial lends no HTTP')),
    reportBackend: (backend) => stand.backends.push(backend),
    engineMemoryMb: 256,
    ...stand.ground.host,
  }
  return stand.connector.open(options, host, AbortSignal.timeout(30_000))
}

export async function withSession<T>(stand: Stand, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openOn(stand)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

export function runOn(stand: Stand, text: string, sink: Sink, signal = AbortSignal.timeout(60_000)) {
  return withSession(stand, (session) => session.run(text, sink, signal))
}

/** The error that the work threw, or a text saying that it did not fail. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}
