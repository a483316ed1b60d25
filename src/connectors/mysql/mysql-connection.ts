import { readFile, stat } from 'node:fs/promises'
import type { Connection, SslOptions } from 'mysql2'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { codeOf, networkFailure } from '../network-failure.ts'
import { guardReading } from './mysql-guard.ts'
import type { MysqlOptions } from './mysql-options.ts'

/** host:port for messages */
export function addressOf(options: MysqlOptions): string {
  return `${options.host}:${options.port}`
}

/** Connects in the option's SSL mode; throws ConnectionFailed, or the signal's reason. */
export async function connectMysql(options: MysqlOptions, signal: AbortSignal): Promise<Connection> {
  if (signal.aborted) throw stopReason(signal)
  try {
    if (options.sslMode === 'disabled') return await connectOnce(options, undefined, signal)
    const tls = await readTls(options)
    try {
      return await connectOnce(options, tls, signal)
    } catch (error) {
      if (options.sslMode !== 'preferred' || !isWithoutTls(error)) throw error
      return await connectOnce(options, undefined, signal)
    }
  } catch (error) {
    if (signal.aborted) throw stopReason(signal)
    throw connectionFailure(error, options)
  }
}

const noTls = 'HANDSHAKE_NO_SSL_SUPPORT'
const handshakeFailed = 'HANDSHAKE_SSL_ERROR'

function isWithoutTls(error: unknown): boolean {
  const code = codeOf(error)
  return code === noTls || code === handshakeFailed
}

async function readTls(options: MysqlOptions): Promise<SslOptions> {
  const { tlsFiles, tlsUploads } = options
  const verifies = options.sslMode.startsWith('verify')
  return {
    ca: tlsUploads.ca ?? (await readPem(tlsFiles.ca, 'CA certificate')),
    cert: tlsUploads.cert ?? (await readPem(tlsFiles.cert, 'client certificate')),
    key: tlsUploads.key ?? (await readPem(tlsFiles.key, 'private key')),
    rejectUnauthorized: verifies,
    verifyIdentity: options.sslMode === 'verify-identity',
  }
}

async function readPem(path: string | undefined, what: string): Promise<string | undefined> {
  if (path === undefined) return undefined
  const pem = await readSmallFile(path).catch(() => '')
  // the same message for every file that is not PEM, so it does not reveal which files this machine has
  if (pem.includes('-----BEGIN ')) return pem
  throw new ConnectionFailed(`The ${what} file ${path} cannot be read, or is not in PEM format.`)
}

const maxPemBytes = 1_000_000

async function readSmallFile(path: string): Promise<string> {
  const file = await stat(path)
  return file.isFile() && file.size <= maxPemBytes ? await readFile(path, 'utf8') : ''
}

/**
 * Always this charset, whatever the option says: values are written as text and encoded afterwards, which is safe only
 * in UTF-8. The server converts from and to the charset of its tables.
 */
export const sentCharset = 'utf8mb4'

/** The driver would change its encoding when a query, or the server, changes the character set of the session. */
function keepEncoding(connection: Connection): void {
  const config = connection.config as { charsetNumber: number }
  const number = config.charsetNumber
  Object.defineProperty(config, 'charsetNumber', { get: () => number, set() {} })
}

/** Ends the connection at once; the driver's own `destroy` waits for the server to close its side. */
export function drop(connection: Connection): void {
  connection.destroy()
  ;(connection as unknown as { stream: { destroy(): void } }).stream.destroy()
}

async function connectOnce(
  options: MysqlOptions,
  ssl: SslOptions | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  const { default: driver } = await import('mysql2')
  const { tunnel, host, port } = options
  // before the driver begins to count its time
  const stream = await tunnel?.connect(host, port, signal)
  const connection = driver.createConnection({
    host: options.host,
    port: options.port,
    user: options.user,
    password: options.password,
    database: options.database,
    connectTimeout: options.connectSeconds * 1000,
    charset: sentCharset,
    ssl,
    ...(stream && { stream }),
    multipleStatements: false,
    // the server must not be able to request files of this machine (docs/reference/promises.md#s5)
    flags: ['-LOCAL_FILES'],
  })
  // stays as long as the connection: the driver removes the others at the first error, and an 'error' event without a
  // listener ends the process
  connection.on('error', () => {})
  guardReading(connection)
  keepEncoding(connection)
  return new Promise((resolve, reject) => {
    const stop = () => drop(connection)
    const onAbort = () => {
      stop()
      reject(stopReason(signal))
    }
    signal.addEventListener('abort', onAbort, { once: true })
    connection.once('error', (error) => {
      signal.removeEventListener('abort', onAbort)
      stop()
      reject(error)
    })
    connection.once('connect', () => {
      signal.removeEventListener('abort', onAbort)
      resolve(connection)
    })
  })
}

function connectionFailure(error: unknown, options: MysqlOptions): ConnectionFailed {
  if (error instanceof ConnectionFailed) return error
  const where = addressOf(options)
  const code = codeOf(error)
  if (code === noTls) {
    return new ConnectionFailed(
      `The server at ${where} does not support TLS, which SSL mode "${options.sslMode}" asks for.`,
      error,
    )
  }
  const reason = error instanceof Error ? error.message : String(error)
  if (code === handshakeFailed)
    return new ConnectionFailed(`No secure connection to ${where}: ${reason}`, error)
  const isFromServer = error instanceof Error && 'sqlState' in error
  const known = isFromServer ? null : networkFailure(error, where)
  return known ?? new ConnectionFailed(`Connection to ${where} failed: ${reason}`, error)
}
