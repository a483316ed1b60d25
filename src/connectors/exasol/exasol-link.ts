import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { connect as dial, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { type PeerCertificate, connect as secure, type TLSSocket } from 'node:tls'
import WebSocket from 'ws'
import { ConnectionFailed, QueryFailed, stopReason } from '../connector-errors.ts'
import { ConnectionLost } from '../http-answer.ts'
import { cutObject, readString } from '../json-cut.ts'
import { networkFailure } from '../network-failure.ts'
import { connected } from '../socket-dialing.ts'
import { WireFault } from '../wire-fault.ts'
import type { ExasolOptions } from './exasol-options.ts'

const connectMilliseconds = 10_000
/** If the server does not end a query after this time, the connection is given up. */
const obeyMilliseconds = 1750
/** The protocol's own limit is 64 MB. */
const maxMessage = 80_000_000

/** The server refused: its message, without the number of its session. */
export class ExasolRefusal extends QueryFailed {}

export interface ExasolLink {
  /** The members of the answer's `responseData`. Throws ExasolRefusal; when the signal is aborted, its reason. */
  ask(request: object, signal: AbortSignal): Promise<Map<string, string>>
  isOpen(): boolean
  /** ends the session, and the connection */
  close(): void
  /** ends the connection alone */
  drop(): void
}

/** Connects and logs in. Throws ConnectionFailed, or the reason of the signal. */
export async function connectExasol(options: ExasolOptions, signal: AbortSignal): Promise<ExasolLink> {
  if (signal.aborted) throw stopReason(signal)
  const where = `${options.host}:${options.port}`
  let link: ExasolLink | null = null
  try {
    link = await linkOf(await stream(options, signal), where, signal)
    await logIn(link, options, signal)
    return link
  } catch (error) {
    link?.drop()
    if (signal.aborted) throw stopReason(signal)
    if (error instanceof ConnectionFailed) throw error
    if (error instanceof ExasolRefusal)
      throw new ConnectionFailed(`Exasol at ${where} refused the login: ${error.message}`, error)
    const cause = error instanceof ConnectionLost ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw (
      networkFailure(cause, where) ??
      new ConnectionFailed(
        `Connection to ${where} failed: ${reason.replace(/\.?$/, '.')} Is it an Exasol server, and is "Enable SSL Encryption" right?`,
        error,
      )
    )
  }
}

async function stream(options: ExasolOptions, signal: AbortSignal): Promise<Duplex> {
  const { host, port, isEncrypted, fingerprint, tls, tunnel } = options
  const plain: Duplex =
    tunnel === undefined
      ? await connected(dial({ host, port }), 'connect', connectMilliseconds, signal)
      : await tunnel.connect(host, port, signal)
  if (!isEncrypted) return plain
  const made = secure({
    socket: plain,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ca: tls.ca,
    // most servers have a certificate of their own, and Exasol's drivers check it by its fingerprint
    rejectUnauthorized: tls.ca !== undefined && fingerprint === null,
  })
  await connected(made, 'secureConnect', connectMilliseconds, signal)
  const print = printOf(made)
  if (fingerprint !== null && print !== fingerprint) {
    made.destroy()
    throw new ConnectionFailed(
      `No secure connection to ${host}:${port}: its certificate has the fingerprint ${print}.`,
    )
  }
  return made
}

function printOf(stream: TLSSocket): string {
  const { fingerprint256 = '' }: Partial<PeerCertificate> = stream.getPeerCertificate()
  return fingerprint256.replaceAll(':', '').toLowerCase()
}

async function linkOf(wire: Duplex, where: string, signal: AbortSignal): Promise<ExasolLink> {
  const socket = new WebSocket(`ws://${where.includes('::') ? 'localhost' : where}/`, {
    createConnection: () => wire as never,
    ...{ maxPayload: maxMessage, perMessageDeflate: false, followRedirects: false },
    handshakeTimeout: connectMilliseconds,
  })
  const answers = answersOf(socket)
  const stop = () => socket.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await answers.opened
  } catch (error) {
    socket.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    drop: () => socket.terminate(),
    close() {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ command: 'disconnect' }))
      // what was sent is still written
      socket.close()
      setTimeout(() => socket.terminate(), obeyMilliseconds).unref()
    },
    async ask(request, askSignal) {
      if (askSignal.aborted) throw stopReason(askSignal)
      let timer: NodeJS.Timeout | undefined
      const abort = () => {
        socket.send(JSON.stringify({ command: 'abortQuery' }))
        timer = setTimeout(() => socket.terminate(), obeyMilliseconds)
      }
      askSignal.addEventListener('abort', abort, { once: true })
      try {
        const answer = answers.next()
        socket.send(JSON.stringify(request))
        const members = readAnswer(await answer)
        // the end that was asked for may still come
        if (askSignal.aborted) socket.terminate()
        return members
      } catch (error) {
        if (!(error instanceof ExasolRefusal)) socket.terminate()
        if (askSignal.aborted) throw stopReason(askSignal)
        const isKnown = error instanceof QueryFailed || error instanceof WireFault
        throw isKnown ? error : new ConnectionLost(error)
      } finally {
        clearTimeout(timer)
        askSignal.removeEventListener('abort', abort)
      }
    },
  }
}

/** One answer for each request. */
function answersOf(socket: WebSocket) {
  let waiting: { resolve(text: string): void; reject(error: Error): void } | null = null
  let failure: Error | null = null
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  const fail = (error: Error) => {
    failure ??= error
    reject(failure)
    waiting?.reject(failure)
    waiting = null
  }
  socket.on('open', resolve)
  socket.on('error', (error: Error & { code?: string }) =>
    fail(error.code?.startsWith('WS_ERR') ? new WireFault(wrongMessage, error) : error),
  )
  socket.on('close', () => fail(new Error('The server closed the connection.')))
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (waiting === null || isBinary) {
      fail(new WireFault(wrongMessage))
      return socket.terminate()
    }
    const { resolve: answer } = waiting
    waiting = null
    answer(data.toString())
  })
  // it may fail before its promise is awaited
  opened.catch(() => {})
  return {
    opened,
    next: () =>
      new Promise<string>((done, refuse) => {
        if (failure !== null) refuse(failure)
        else waiting = { resolve: done, reject: refuse }
      }),
  }
}

const wrongMessage =
  'The server sent something that is not a message of the protocol of Exasol, or is too long.'

const maxMembers = 100

function readAnswer(text: string): Map<string, string> {
  const answer = cutObject(text, maxMembers)
  if (readString(answer.get('status') ?? '') === 'ok')
    return cutObject(answer.get('responseData') ?? '{}', maxMembers)
  const exception = cutObject(answer.get('exception') ?? '{}', maxMembers)
  const message = readString(exception.get('text') ?? '') ?? ''
  throw new ExasolRefusal(
    message.replace(/ ?\(Session: ?\d+\)\.?$/, '').trim() ||
      'The server refused the query and gave no reason.',
  )
}

/** The password is encrypted with a key of the server, whatever the connection is. */
async function logIn(link: ExasolLink, options: ExasolOptions, signal: AbortSignal): Promise<void> {
  const key = await link.ask({ command: 'login', protocolVersion: 1 }, signal)
  const pem = readString(key.get('publicKeyPem') ?? '') ?? ''
  const password = publicEncrypt(
    { key: createPublicKey(pem), padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(options.password),
  )
  const login = {
    ...{ username: options.user, password: password.toString('base64'), useCompression: false },
    ...{ clientName: 'Sextant', driverName: 'Sextant', attributes: { autocommit: true } },
  }
  await link.ask(login, signal)
}
