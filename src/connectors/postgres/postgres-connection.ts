import type pg from 'pg'
import type { TunnelStream } from '../connector.ts'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { codeOf, networkFailure } from '../network-failure.ts'
import { guardReading, type NoticeGate, noticeGate, type ReadingConnection } from './postgres-guard.ts'
import type { PostgresOptions } from './postgres-options.ts'

/** Parts of the driver's connection that its types lack. */
export interface PostgresWire {
  stream: import('node:net').Socket
  query(text: string): void
  parse(message: { text: string }): void
  bind(message: { values: readonly string[] }): void
  describe(message: { type: 'P' }): void
  execute(message: { rows: number }): void
  sync(): void
  on(event: 'bindComplete', listener: () => void): void
  on(event: 'commandComplete', listener: (message: { text: string }) => void): void
  on(event: 'parameterStatus', listener: (status: ParameterStatus) => void): void
  off(event: 'bindComplete', listener: () => void): void
  off(event: 'commandComplete', listener: (message: { text: string }) => void): void
  sendCopyFail(message: string): void
}

interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

export interface PostgresConnection {
  client: pg.Client
  wire: PostgresWire
  isEncrypted: boolean
  processId: number
  secretKey: number
  /** current values of settings that the server reports */
  settings: ReadonlyMap<string, string>
  notices: NoticeGate
}

/** host:port, or the path of a socket, for messages */
export function addressOf(options: PostgresOptions): string {
  return options.host.startsWith('/')
    ? `${options.host}/.s.PGSQL.${options.port}`
    : `${options.host}:${options.port}`
}

/** Connects as libpq does with its six SSL modes; throws ConnectionFailed, or the signal's reason. */
export async function connectPostgres(
  options: PostgresOptions,
  signal: AbortSignal,
): Promise<PostgresConnection> {
  const [first, second] = attempts[options.sslMode]
  try {
    return await connectOnce(options, first, signal)
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    if (second === undefined || !mayWorkTheOtherWay(error)) throw connectionFailure(error, options)
  }
  try {
    return await connectOnce(options, second, signal)
  } catch (error) {
    throw signal.aborted ? stopReason(signal) : connectionFailure(error, options)
  }
}

type Way = 'plain' | 'tls'
const attempts: Record<PostgresOptions['sslMode'], [Way, Way?]> = {
  disable: ['plain'],
  allow: ['plain', 'tls'],
  prefer: ['tls', 'plain'],
  require: ['tls'],
  'verify-ca': ['tls'],
  'verify-full': ['tls'],
}

const invalidAuthorization = '28000'
const isSqlState = (code: string | undefined) => code !== undefined && /^[0-9A-Z]{5}$/.test(code)

/** Whether to try the other kind of connection: no TLS, a failed handshake, or no matching line in pg_hba.conf. */
function mayWorkTheOtherWay(error: unknown): boolean {
  if (error instanceof ConnectionFailed) return false
  const code = codeOf(error)
  if (error instanceof DatabaseRefusal) return error.code === invalidAuthorization
  return error instanceof NoTls || code === undefined || code.startsWith('ERR_') || code === 'EPROTO'
}

/** The server refused TLS. */
class NoTls extends Error {}

/** The server refused the session; `code` is its SQLSTATE. */
class DatabaseRefusal extends Error {
  readonly code: string
  constructor(message: string, code: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Only these settings are kept: a server may report any number. */
const watchedSettings = new Set(['standard_conforming_strings', 'client_encoding'])

async function connectOnce(
  options: PostgresOptions,
  way: Way,
  signal: AbortSignal,
): Promise<PostgresConnection> {
  signal.throwIfAborted()
  const { default: driver } = await import('pg')
  const through = await streamTo(options, signal)
  const client = new driver.Client({
    host: options.host,
    port: options.port,
    user: options.user,
    // a function, because for an empty password the driver would read the environment and ~/.pgpass
    password: () => options.password,
    database: options.database,
    application_name: options.applicationName,
    ...(options.startupOptions === undefined ? {} : { options: options.startupOptions }),
    ssl: way === 'tls' ? options.tls : false,
    keepAlive: true,
    ...through,
  })
  // without a listener, losing an idle connection would end the process; a running query gets its own error
  client.on('error', () => {})
  const wire = wireOf(client)
  const notices = noticeGate()
  guardReading(wire as unknown as ReadingConnection, notices)
  const settings = new Map<string, string>()
  wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (watchedSettings.has(parameterName)) settings.set(parameterName, parameterValue)
  })
  const firstStream = wire.stream
  let timedOut = false
  const destroy = () => wire.stream.destroy()
  const timer = setTimeout(() => {
    timedOut = true
    destroy()
  }, options.connectSeconds * 1000)
  signal.addEventListener('abort', destroy, { once: true })
  try {
    await client.connect()
  } catch (error) {
    destroy()
    if (timedOut) {
      const message = `${addressOf(options)} did not answer within ${options.connectSeconds} seconds.`
      throw new ConnectionFailed(message, error)
    }
    const code = codeOf(error)
    if (error instanceof Error && code !== undefined && isSqlState(code) && 'severity' in error) {
      throw new DatabaseRefusal(error.message, code, error)
    }
    // one byte arrived and no handshake began: that byte was the server's refusal of TLS
    if (way === 'tls' && wire.stream === firstStream && firstStream.bytesRead === 1) {
      throw new NoTls('The server does not support TLS.', { cause: error })
    }
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', destroy)
  }
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  return {
    ...{ client, wire: wireOf(client), isEncrypted: way === 'tls', processId: processID, secretKey },
    settings,
    notices,
  }
}

/** Undefined: the driver connects itself. */
async function streamTo(
  { tunnel, host, port }: PostgresOptions,
  signal: AbortSignal,
): Promise<{ stream?: () => TunnelStream }> {
  if (tunnel === undefined) return {}
  const stream = await tunnel.connect(host, port, signal)
  return { stream: () => stream }
}

function wireOf(client: pg.Client): PostgresWire {
  return (client as unknown as { connection: PostgresWire }).connection
}

function connectionFailure(error: unknown, options: PostgresOptions): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const where = addressOf(options)
  if (error instanceof NoTls) {
    return new ConnectionFailed(
      `The server at ${where} does not support TLS, which SSL mode "${options.sslMode}" asks for.`,
      error,
    )
  }
  if (error instanceof DatabaseRefusal) {
    return new ConnectionFailed(`Connection to ${where} failed: ${error.message}`, error)
  }
  const known = networkFailure(error, where)
  if (known !== null) return known
  const reason = error instanceof Error ? error.message : String(error)
  return new ConnectionFailed(`Connection to ${where} failed: ${reason}`, error)
}

/**
 * Sends the protocol's cancel request over a separate connection. True once the server has dealt with it, or if it never
 * got it; false if it may still come to it, and would then end a later query of this connection.
 */
export async function requestCancel(
  options: PostgresOptions,
  connection: PostgresConnection,
): Promise<boolean> {
  const { default: driver } = await import('pg')
  const ssl = connection.isEncrypted ? options.tls : false
  // without a connection, the caller notices that the query goes on
  const through = await streamTo(options, AbortSignal.timeout(1000)).catch(() => null)
  if (through === null) return true
  let isDone = true
  const request = new driver.Connection({
    ssl,
    ...through,
  } as pg.ConnectionConfig) as unknown as CancelConnection
  const send = () => request.cancel(connection.processId, connection.secretKey)
  const giveUp = () => {
    isDone = false
    request.stream.destroy()
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(giveUp, 1000)
    request.on('end', () => {
      clearTimeout(timer)
      resolve()
    })
    // the server closes without an answer; if it is unreachable, the caller notices that the query goes on
    request.on('error', () => request.stream.destroy())
    request.on('connect', () => (connection.isEncrypted ? request.requestSsl() : send()))
    request.on('sslconnect', send)
    if (options.host.startsWith('/')) request.connect(addressOf(options))
    else request.connect(options.port, options.host)
  })
  return isDone
}

interface CancelConnection extends NodeJS.EventEmitter {
  stream: { destroy(): void }
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}
