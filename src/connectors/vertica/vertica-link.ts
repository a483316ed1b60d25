import type { Duplex } from 'node:stream'
import { ByteSource } from '../byte-source.ts'
import type { Tunnel } from '../connector.ts'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { networkFailure } from '../network-failure.ts'
import { maxRowBytes, rowTooLarge } from '../result-limits.ts'
import { WireFault } from '../wire-fault.ts'
import { dialPlainly, dialVertica } from './vertica-connect.ts'
import type { VerticaOptions } from './vertica-options.ts'
import {
  type BackendKey,
  cancelRequest,
  maxVersion,
  minVersion,
  passwordMessage,
  readServerMessage,
  startup,
  terminate,
  VerticaReader,
} from './vertica-wire.ts'

/** A connection that is logged in. Messages are read one after the other, and only as fast as they are asked for. */
export interface VerticaLink {
  send(message: Buffer): void
  /** The code of the next message; its body is read or discarded next. */
  next(): Promise<string>
  body(): Promise<VerticaReader>
  discard(): Promise<void>
  /** asks the server to end what runs; true: the request has arrived */
  cancel(): Promise<boolean>
  isOpen(): boolean
  destroy(error?: Error): void
  close(): void
}

const dataRow = 'D'
/** Descriptions of columns, errors, notices: everything but rows. */
const maxMessageBytes = 16_000_000

/** Connects and logs in. Throws ConnectionFailed. */
export async function connectVertica(
  options: VerticaOptions,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
): Promise<VerticaLink> {
  const where = `${options.host}:${options.port}`
  let stream: Duplex | undefined
  const patience = AbortSignal.any([signal, AbortSignal.timeout(options.connectSeconds * 2000)])
  const stop = () => stream?.destroy()
  patience.addEventListener('abort', stop, { once: true })
  try {
    stream = await dialVertica(options, tunnel, patience)
    if (patience.aborted) stop()
    return await logIn(messagesOf(stream), options, tunnel)
  } catch (error) {
    stream?.destroy()
    if (signal.aborted) throw stopReason(signal)
    if (patience.aborted) throw new ConnectionFailed(`${where} did not answer in time.`, error)
    if (error instanceof WireFault) throw new ConnectionFailed(error.message, error)
    if (error instanceof ConnectionFailed) throw error
    throw networkFailure(error, where) ?? new ConnectionFailed(`${where} closed the connection.`, error)
  } finally {
    patience.removeEventListener('abort', stop)
  }
}

type Messages = Pick<VerticaLink, 'next' | 'body' | 'discard'> & { stream: Duplex; patience: number }

function messagesOf(stream: Duplex): Messages {
  stream.on('error', () => {})
  const chunks = stream.iterator({ destroyOnReturn: false })
  const self: Messages = {
    stream,
    patience: 0,
    async next() {
      source.left = 5
      await source.want(5)
      const head = source.take(5)
      const code = String.fromCharCode(head[0] as number)
      const length = head.readUInt32BE(1) - 4
      if (length < 0 || !/[0-9A-Za-z]/.test(code)) {
        throw new WireFault('The server answers, but not as Vertica does.')
      }
      if (length > (code === dataRow ? maxRowBytes : maxMessageBytes)) {
        throw new WireFault(code === dataRow ? rowTooLarge : 'The server sent a message that is too large.')
      }
      source.left = length
      return code
    },
    async body() {
      const length = source.left
      await source.want(length)
      return new VerticaReader(source.take(length))
    },
    discard: () => source.discard(),
  }
  const source = new ByteSource(async () => {
    const timer =
      self.patience === 0 ? undefined : setTimeout(() => stream.destroy(new Silence()), self.patience)
    try {
      const { value, done } = await chunks.next()
      return done === true ? null : (value as Buffer)
    } finally {
      clearTimeout(timer)
    }
  })
  return self
}

/** The server has sent nothing for the time that the option allows. */
export class Silence extends Error {}

async function logIn(
  messages: Messages,
  options: VerticaOptions,
  tunnel: Tunnel | undefined,
): Promise<VerticaLink> {
  const { stream } = messages
  stream.write(
    startup({
      ...{ user: options.user, database: options.database, client_type: 'Sextant', client_label: 'Sextant' },
      // rows as text
      ...{ binary_data_protocol: '0', protocol_compat: 'VER' },
      ...(options.password === '' ? {} : { auth_category: 'User' }),
    }),
  )
  let key: BackendKey | null = null
  // a server sends some dozens of messages before it is ready
  for (let count = 0; count < 1000; count++) {
    const code = await messages.next()
    const body = await messages.body()
    if (code === 'E')
      throw new ConnectionFailed(readServerMessage(body).text || 'The server refused the login.')
    if (code === 'R') answerDemand(stream, body, options)
    if (code === 'S') checkVersion(body)
    if (code === 'K') key = { process: body.int32(), secret: body.int32() }
    if (code === 'Z') {
      messages.patience = options.readSeconds * 1000
      return linkOver(messages, key, options, tunnel)
    }
  }
  throw new WireFault('The server does not become ready.')
}

function answerDemand(stream: Duplex, body: VerticaReader, options: VerticaOptions): void {
  const demand = body.bytes(body.left)
  const code = new VerticaReader(demand).int32()
  // done; the password was changed; it will expire soon
  if (code === 0 || code === 10 || code === 11) return
  if (code === 9) throw new ConnectionFailed(`The password of ${options.user} has expired.`)
  const answer = passwordMessage(new VerticaReader(demand), options)
  if (answer === null) {
    throw new ConnectionFailed(`The server asks for a login (kind ${code}) that Sextant does not know.`)
  }
  stream.write(answer)
}

function checkVersion(body: VerticaReader): void {
  const name = body.cstring()
  if (name !== 'protocol_version') return
  const version = Number.parseInt(body.cstring(), 10)
  if (version >= minVersion && version <= maxVersion) return
  throw new ConnectionFailed(
    `The server speaks version ${version >> 16}.${version & 0xffff} of the protocol only.`,
  )
}

function linkOver(
  messages: Messages,
  key: BackendKey | null,
  options: VerticaOptions,
  tunnel: Tunnel | undefined,
): VerticaLink {
  const { stream } = messages
  return {
    ...{ next: messages.next, body: messages.body, discard: messages.discard },
    send: (message) => void stream.write(message),
    async cancel() {
      if (key === null) return false
      const patience = AbortSignal.timeout(1500)
      const other = await dialPlainly(options, tunnel, patience).catch(() => null)
      if (other === null) return false
      other.on('error', () => {})
      patience.addEventListener('abort', () => other.destroy(), { once: true })
      other.write(cancelRequest(key))
      other.resume()
      // the server closes it when it has passed on the request
      await new Promise((resolve) => other.once('close', resolve))
      return !patience.aborted
    },
    isOpen: () => !stream.destroyed && stream.writable,
    destroy: (error) => void stream.destroy(error),
    close() {
      const late = setTimeout(() => stream.destroy(), 1000)
      stream.once('close', () => clearTimeout(late))
      stream.end(terminate, () => stream.destroy())
    },
  }
}
