import { connect as dial, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as dialTls } from 'node:tls'
import { ByteSource } from '../byte-source.ts'
import type { ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { bytesOf, startOf } from '../http-answer.ts'
import { connected } from '../socket-dialing.ts'
import { tlsOptions } from '../tls-options.ts'
import type { HiveOptions, HiveTransportOptions } from './hive-options.ts'
import { readReply, ThriftException, type ThriftStruct } from './thrift-codec.ts'

export interface HiveTransport {
  /** Sends a call and reads its result. One at a time; a failed one ends a socket. */
  exchange(call: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<ThriftStruct>
  isOpen(): boolean
  drop(): void
}

/** Rows are asked for in amounts that are far smaller. */
const maxAnswer = 200_000_000
const tooLong = 'The server sent more than 200 MB at once. Select fewer columns, or cut long values.'

export async function connectHive(
  options: HiveOptions,
  host: ConnectorHost,
  signal: AbortSignal,
): Promise<HiveTransport> {
  const { transport } = options
  return transport.kind === 'http'
    ? overHttp(transport, options, host)
    : await overSocket(transport, host, signal)
}

type SocketOptions = Extract<HiveTransportOptions, { kind: 'socket' }>
type HttpOptions = Extract<HiveTransportOptions, { kind: 'http' }>

async function overSocket(
  options: SocketOptions,
  { tunnel }: ConnectorHost,
  signal: AbortSignal,
): Promise<HiveTransport> {
  if (signal.aborted) throw stopReason(signal)
  const { host, port, isEncrypted, sasl } = options
  const milliseconds = options.connectSeconds * 1000
  let socket: Duplex =
    (await tunnel?.connect(host, port, signal)) ??
    (await connected(dial({ host, port }), 'connect', milliseconds, signal))
  if (isEncrypted) {
    const plain = socket
    const files = { ca: undefined, cert: undefined, key: undefined }
    const secure = dialTls({
      socket: plain,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...tlsOptions(files, 'nothing'),
    })
    plain.once('error', (error) => secure.destroy(error))
    socket = await connected(secure, 'secureConnect', milliseconds, signal)
  }
  socket.on('error', () => {})
  const stream = socket
  const drop = () => stream.destroy()
  const parts: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const plainParts = async () => {
    const { done, value } = await parts.next()
    return done === true ? null : value
  }
  signal.addEventListener('abort', drop, { once: true })
  const timer = setTimeout(() => stream.destroy(lateError()), milliseconds)
  try {
    if (sasl !== null) await logIn(stream, plainParts, sasl)
  } catch (error) {
    drop()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', drop)
  }
  const source = new ByteSource(sasl === null ? plainParts : unframed(plainParts), tooLong)
  return {
    async exchange(call, callSignal) {
      if (callSignal.aborted) throw stopReason(callSignal)
      callSignal.addEventListener('abort', drop, { once: true })
      try {
        stream.write(sasl === null ? call : framed(call))
        source.left = maxAnswer
        return await readReply(source)
      } catch (error) {
        // what is left of the answer cannot be told from the next one
        if (!(error instanceof ThriftException)) drop()
        throw callSignal.aborted ? stopReason(callSignal) : error
      } finally {
        callSignal.removeEventListener('abort', drop)
      }
    },
    isOpen: () => !stream.destroyed && stream.readable,
    drop,
  }
}

function lateError(): Error {
  return Object.assign(new Error('There was no answer in time.'), { code: 'ETIMEDOUT' })
}

const saslStart = 1
const saslOk = 2
const saslComplete = 5
const maxSaslText = 10_000

/** SASL PLAIN: the name of the mechanism, then user and password. */
async function logIn(
  stream: Duplex,
  parts: () => Promise<Buffer | null>,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const message = (status: number, text: string) => {
    const bytes = Buffer.from(text)
    const head = Buffer.alloc(5)
    head[0] = status
    head.writeUInt32BE(bytes.length, 1)
    return Buffer.concat([head, bytes])
  }
  stream.write(message(saslStart, 'PLAIN'))
  stream.write(message(saslOk, `\0${username}\0${password}`))
  const source = new ByteSource(parts)
  for (;;) {
    source.left = 5
    await source.want(5)
    const head = source.take(5)
    const length = head.readUInt32BE(1)
    const status = head[0] as number
    if (length > maxSaslText || status < saslStart || status > saslComplete)
      throw new LoginRefused('its answer to a login with a password is none')
    source.left = length
    await source.want(length)
    const text = source.take(length).toString('utf8')
    if (status === saslComplete) return
    if (status !== saslOk) throw new LoginRefused(text)
  }
}

/** The server's words about a login. */
export class LoginRefused extends Error {}

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(message.length, 0)
  return Buffer.concat([length, message])
}

/** After the login, each message comes in frames with their length before them. */
function unframed(parts: () => Promise<Buffer | null>): () => Promise<Buffer | null> {
  let rest: Buffer = Buffer.alloc(0)
  let left = 0
  return async () => {
    for (;;) {
      if (left > 0 && rest.length > 0) {
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        return part
      }
      if (left === 0 && rest.length >= 4) {
        left = rest.readUInt32BE(0)
        rest = rest.subarray(4)
        continue
      }
      const next = await parts()
      if (next === null) return null
      rest = rest.length === 0 ? next : Buffer.concat([rest, next])
    }
  }
}

function overHttp(options: HttpOptions, { where }: HiveOptions, host: ConnectorHost): HiveTransport {
  const cookies = new Map<string, string>()
  let isOpen = true
  return {
    async exchange(call, signal) {
      const reply = await host.fetchServer(
        options.url,
        { method: 'POST', headers: headers(), body: call },
        signal,
      )
      for (const cookie of reply.headers.getSetCookie()) {
        const [, name, value] = /^([^=;\s]+)=([^;]*)/.exec(cookie) ?? []
        if (name !== undefined && cookies.size < 20) cookies.set(name, (value ?? '').slice(0, 4096))
      }
      if (reply.status !== 200) throw await refusalOf(reply, where)
      const parts = bytesOf(reply)
      const source = new ByteSource(async () => {
        const { done, value } = await parts.next()
        return done === true ? null : Buffer.from(value.buffer, value.byteOffset, value.length)
      }, tooLong)
      source.left = maxAnswer
      try {
        return await readReply(source)
      } finally {
        await parts.return(undefined)
      }
    },
    isOpen: () => isOpen,
    drop() {
      isOpen = false
    },
  }

  function headers(): Record<string, string> {
    const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      'content-type': 'application/x-thrift',
      accept: 'application/x-thrift',
      ...(options.authorization === null ? {} : { authorization: options.authorization }),
      ...(sent === '' ? {} : { cookie: sent }),
    }
  }
}

async function refusalOf(reply: Response, where: string): Promise<Error> {
  const start = (await startOf(reply))
    .replace(/<[^>]*>/g, ' ')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 500)
  const told = start === '' ? '' : `: ${start}`
  if (reply.status === 401 || reply.status === 403)
    return new ConnectionFailed(`${where} refuses the user or the password (status ${reply.status})${told}`)
  if (reply.status === 404 || (reply.status >= 300 && reply.status < 400)) {
    return new ConnectionFailed(
      `${where} answers, but not at this HTTP Path as a HiveServer2 does (status ${reply.status}).`,
    )
  }
  return new QueryFailed(`${where} answered with status ${reply.status}${told}`)
}
