import { connect as dial, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connection } from 'tedious'
import { stopReason } from '../connector-errors.ts'
import { countBytes } from '../counted-stream.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import { connectionFailure } from './mssql-failures.ts'
import type { MssqlOptions } from './mssql-options.ts'
import { readExactly } from './mssql-values.ts'

const connectMilliseconds = 10_000
/** more than the driver's own limit, which it does not always keep */
const loginMilliseconds = 12_000
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
  let socket: Duplex | null = null
  /** The driver itself would wait for the end of a first message that has begun, whatever happens to the socket. */
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => {})
  const watch = watchBytes(givenUp.reject)
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
      // the socket is watched from its first byte
      connector: async () => {
        // a stream of a tunnel has what the driver expects of a socket
        socket = (await options.tunnel?.connect(host, port, signal)) ?? (await dialed(host, port))
        watch.begin(socket)
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
  const timer = setTimeout(
    () => givenUp.reject(Object.assign(new Error('There was no answer in time.'), { code: 'ETIMEOUT' })),
    loginMilliseconds,
  )
  try {
    const made = new Promise<void>((resolve, reject) => {
      connection.once('end', () =>
        reject(new Error('The server closed the connection while it was being set up.')),
      )
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    await Promise.race([made, givenUp.promise])
  } catch (error) {
    drop()
    throw refusal === undefined ? error : Object.assign(error as Error, { number: refusal })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', drop)
  }
  watch.allow(maxRowBytes, rowTooLarge)
  return { connection, drop, arrived: watch.arrived }
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

/** Certificates and the server's greetings take some kilobytes. */
const maxLoginBytes = 262_144

/**
 * The driver would gather a message or a value of any length, and copy all of it with each packet of the first message:
 * when more has come than allowed, the connection is closed.
 */
function watchBytes(giveUp: (fault: WireFault) => void) {
  let allowed = maxLoginBytes
  let message = 'The server sent more than a login takes.'
  let count = 0
  return {
    begin(stream: Duplex) {
      count = 0
      countBytes(stream, (bytes) => {
        count += bytes
        if (count <= allowed) return
        const fault = new WireFault(message)
        giveUp(fault)
        stream.destroy(fault)
      })
    },
    allow(bytes: number, otherwise: string) {
      count = 0
      allowed = bytes
      message = otherwise
    },
    arrived() {
      count = 0
    },
  }
}
