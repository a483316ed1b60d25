import { connect as dial, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connection } from 'tedious'
import { stopReason } from '../connector-errors.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import { connectionFailure } from './mssql-failures.ts'
import type { MssqlOptions } from './mssql-options.ts'
import { readExactly } from './mssql-values.ts'

const connectMilliseconds = 10_000
/** If the server does not acknowledge the end of a query after this time, the driver closes the connection. */
const obeyMilliseconds = 1750

export interface MssqlConnection {
  connection: Connection
  /** a row or the end of a statement has come: the next one may take as many bytes as a row may */
  arrived(): void
  drop(): void
}

/** Connects, encrypted as the options say. Throws ConnectionFailed, or the reason of the signal. */
export async function connectMssql(options: MssqlOptions, signal: AbortSignal): Promise<MssqlConnection> {
  if (signal.aborted) throw stopReason(signal)
  try {
    if (options.encryption !== 'preferred')
      return await connectOnce(options, options.encryption === 'required', signal)
    try {
      return await connectOnce(options, true, signal)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EENCRYPT') throw error
      return await connectOnce(options, false, signal)
    }
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    throw connectionFailure(error, options)
  }
}

async function connectOnce(
  options: MssqlOptions,
  encrypt: boolean,
  signal: AbortSignal,
): Promise<MssqlConnection> {
  const { Connection } = await import('tedious')
  readExactly()
  const { host, port, user, password, domain } = options
  let socket: (Duplex & { readonly bytesRead: number }) | null = null
  const connection = new Connection({
    server: host,
    authentication:
      domain === null
        ? { type: 'default', options: { userName: user, password } }
        : { type: 'ntlm', options: { userName: user, password, domain } },
    options: {
      port,
      database: options.database,
      encrypt,
      trustServerCertificate: !options.verifies,
      appName: 'Sextant',
      connectTimeout: connectMilliseconds,
      cancelTimeout: obeyMilliseconds,
      // the worker's own time limit ends queries
      requestTimeout: 0,
      useUTC: true,
      // the socket is kept, so that it can be watched
      connector: async () => {
        // a stream of a tunnel has what the driver expects of a socket
        socket = (await options.tunnel?.connect(host, port, signal)) ?? (await dialed(host, port))
        return socket as Socket
      },
    },
  })
  connection.on('error', () => {})
  /** the driver's own error at a login has no number */
  let refusal: number | undefined
  connection.on('errorMessage', ({ number }: { number: number }) => {
    refusal ??= number
  })
  const drop = () => {
    connection.close()
    socket?.destroy()
  }
  signal.addEventListener('abort', drop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('end', () =>
        reject(new Error('The server closed the connection while it was being set up.')),
      )
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
  } catch (error) {
    drop()
    throw refusal === undefined ? error : Object.assign(error as Error, { number: refusal })
  } finally {
    signal.removeEventListener('abort', drop)
  }
  return { connection, drop, arrived: watched(socket, connection) }
}

function dialed(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = dial({ host, port, timeout: connectMilliseconds })
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  })
}

const watchMilliseconds = 50

/** The driver would gather a value of any length: when more has come than a row may have, the connection is closed. */
function watched(
  socket: (Duplex & { readonly bytesRead: number }) | null,
  connection: Connection,
): () => void {
  let known = socket?.bytesRead ?? 0
  if (socket === null) return () => {}
  const timer = setInterval(() => {
    if (socket.bytesRead - known > maxRowBytes) socket.destroy(new WireFault(rowTooLarge))
  }, watchMilliseconds)
  timer.unref()
  connection.once('end', () => clearInterval(timer))
  return () => {
    known = socket.bytesRead
  }
}
