import { connect as dial, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as dialTls } from 'node:tls'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { connected } from '../socket-dialing.ts'
import { tlsOptions } from '../tls-options.ts'
import { connectionFailure, ServerError } from './cassandra-failures.ts'
import type { CassandraOptions } from './cassandra-options.ts'
import { CqlStream, type FrameHead } from './cql-stream.ts'

export const opcodes = {
  error: 0x00,
  startup: 0x01,
  ready: 0x02,
  authenticate: 0x03,
  query: 0x07,
  result: 0x08,
  challenge: 0x0e,
  response: 0x0f,
  success: 0x10,
} as const

const hasTracing = 0x02
const hasPayload = 0x04
const hasWarnings = 0x08
const maxLines = 1000
const connectMilliseconds = 10_000

export interface CqlConnection {
  /**
   * Sends a message and reads the head of its answer. The body is read from `stream`, to its end. Throws ServerError if
   * the server answers with an error.
   */
  ask(opcode: number, body: Buffer, hear: (warning: string) => void): Promise<FrameHead>
  stream: CqlStream
  isOpen(): boolean
  drop(): void
}

/** Connects, logs in and chooses the keyspace. Throws ConnectionFailed, or the reason of the signal. */
export async function connectCql(options: CassandraOptions, signal: AbortSignal): Promise<CqlConnection> {
  if (signal.aborted) throw stopReason(signal)
  const seconds = options.timeoutSeconds
  let socket: Duplex | null = null
  const drop = () => socket?.destroy()
  signal.addEventListener('abort', drop, { once: true })
  try {
    socket = await dialed(options, signal)
    const connection = connectionOn(socket, options.protocol, seconds * 1000)
    await logIn(connection, options)
    return connection
  } catch (error) {
    drop()
    if (signal.aborted) throw stopReason(signal)
    throw error instanceof ConnectionFailed ? error : connectionFailure(error, options)
  } finally {
    signal.removeEventListener('abort', drop)
  }
}

async function dialed(options: CassandraOptions, signal: AbortSignal): Promise<Duplex> {
  const { host, port, tls, tunnel } = options
  const through = await tunnel?.connect(host, port, signal)
  const plain = through ?? (await connected(dial({ host, port }), 'connect', connectMilliseconds, signal))
  if (tls === null) return plain
  const { ca, version } = tls
  const secure = dialTls({
    socket: plain,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...tlsOptions({ ca, cert: undefined, key: undefined }, ca === undefined ? 'nothing' : 'authority'),
    ...(version === null ? {} : { minVersion: version, maxVersion: version }),
  })
  plain.once('error', (error) => secure.destroy(error))
  return await connected(secure, 'secureConnect', connectMilliseconds, signal)
}

function connectionOn(socket: Duplex, version: number, silenceMilliseconds: number): CqlConnection {
  socket.on('error', () => {})
  const stream = new CqlStream(socket, silenceMilliseconds)
  return {
    stream,
    async ask(opcode, body, hear) {
      socket.write(frame(version, opcode, body))
      const head = await stream.head()
      if ((head.flags & hasTracing) !== 0) {
        await stream.want(16)
        stream.take(16)
      }
      if ((head.flags & hasWarnings) !== 0) {
        const count = await stream.short()
        for (let line = 0; line < count; line++) {
          const warning = await stream.text()
          if (line < maxLines) hear(warning)
        }
      }
      if ((head.flags & hasPayload) !== 0) {
        const count = await stream.short()
        for (let part = 0; part < count; part++) {
          await stream.text()
          await stream.bytes()
        }
      }
      if (head.opcode !== opcodes.error) return head
      const code = await stream.int()
      const message = await stream.text()
      await stream.discard()
      throw new ServerError(code, message)
    },
    isOpen: () => !socket.destroyed && socket.readable,
    drop: () => socket.destroy(),
  }
}

function frame(version: number, opcode: number, body: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head[0] = version
  head[4] = opcode
  head.writeInt32BE(body.length, 5)
  return Buffer.concat([head, body])
}

async function logIn(connection: CqlConnection, options: CassandraOptions): Promise<void> {
  const { stream } = connection
  const { credentials, keyspace } = options
  const silent = () => {}
  const head = await connection.ask(opcodes.startup, startup, silent)
  if (head.opcode === opcodes.authenticate) {
    await stream.discard()
    if (credentials === null) {
      throw new ConnectionFailed(`Cassandra at ${addressOf(options)} requires a user name and a password.`)
    }
    const { username, password } = credentials
    const answer = await connection.ask(
      opcodes.response,
      longBytes(Buffer.from(`\0${username}\0${password}`)),
      silent,
    )
    await stream.discard()
    if (answer.opcode !== opcodes.success) {
      throw new ConnectionFailed(
        `Cassandra at ${addressOf(options)} asks for a login that Sextant does not have: not with a password.`,
      )
    }
  } else if (head.opcode !== opcodes.ready) {
    throw new Error('The server answered with a message that does not belong there.')
  }
  await stream.discard()
  if (keyspace !== '') await chooseKeyspace(connection, keyspace)
}

/** Also what makes a used connection as new: CQL keeps nothing else of a session. */
export async function chooseKeyspace(connection: CqlConnection, keyspace: string): Promise<void> {
  await connection.ask(opcodes.query, query(`USE "${keyspace.replaceAll('"', '""')}"`, null), () => {})
  await connection.stream.discard()
}

export function addressOf({ host, port }: CassandraOptions): string {
  return `${host}:${port}`
}

const startup = (() => {
  const name = shortText('CQL_VERSION')
  return Buffer.concat([Buffer.from([0, 1]), name, shortText('3.0.0')])
})()

/** One node that has the rows answers: what drivers use by default. */
const localOne = 0x0a
const pageRows = 5000
const hasPageSize = 0x04
const hasPagingState = 0x08

/** The body of a query; `pagingState` continues an earlier one. */
export function query(text: string, pagingState: Buffer | null): Buffer {
  const options = Buffer.alloc(7)
  options.writeUInt16BE(localOne, 0)
  options[2] = hasPageSize | (pagingState === null ? 0 : hasPagingState)
  options.writeInt32BE(pageRows, 3)
  const rest = pagingState === null ? [] : [longBytes(pagingState)]
  return Buffer.concat([longBytes(Buffer.from(text)), options, ...rest])
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}

function longBytes(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length, 0)
  return Buffer.concat([length, bytes])
}
