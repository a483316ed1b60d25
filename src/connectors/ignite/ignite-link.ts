import { connect as connectTcp, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Tunnel } from '../connector.ts'
import { ConnectionFailed, stopReason } from '../connector-errors.ts'
import { networkFailure } from '../network-failure.ts'
import { WireFault } from '../wire-fault.ts'
import type { IgniteOptions } from './ignite-options.ts'
import { IgniteReader, message } from './ignite-wire.ts'

/** Larger pages are refused: a server could announce any length. */
const maxMessage = 200_000_000
const connectMilliseconds = 15_000

/** A connection that sends one message at a time and waits for its answer. */
export interface IgniteLink {
  /** The answer without its length. Throws WireFault and ConnectionFailed; the connection is then closed. */
  ask(request: Buffer, signal: AbortSignal): Promise<IgniteReader>
  isOpen(): boolean
  close(): void
}

/** Connects to the first server that answers, and logs in. Throws ConnectionFailed. */
export async function connectIgnite(
  options: IgniteOptions,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
): Promise<IgniteLink> {
  let failure: unknown
  for (const server of options.servers) {
    if (signal.aborted) throw stopReason(signal)
    const where = `${server.host}:${server.port}`
    try {
      const link = linkOver(await connected(server, options.tls, tunnel, signal), where)
      await logIn(link, options, where, signal)
      return link
    } catch (error) {
      if (signal.aborted) throw stopReason(signal)
      failure = networkFailure(error, where) ?? error
    }
  }
  if (failure instanceof WireFault) throw new ConnectionFailed(failure.message, failure)
  throw failure
}

async function connected(
  { host, port }: { host: string; port: number },
  tls: boolean,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
): Promise<Duplex> {
  const tunnelled = await tunnel?.connect(host, port, signal)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMilliseconds)])
  const socket: Duplex = tls
    ? connectTls({
        ...(tunnelled === undefined ? { host, port } : { socket: tunnelled }),
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : (tunnelled ?? connectTcp({ host, port, noDelay: true, keepAlive: true }))
  if (!tls && tunnelled !== undefined) return socket
  return await new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const onAbort = () => {
      const isLate = !signal.aborted
      fail(isLate ? new ConnectionFailed(`${host}:${port} did not answer in time.`) : stopReason(signal))
    }
    limit.addEventListener('abort', onAbort, { once: true })
    socket.once('error', fail)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      limit.removeEventListener('abort', onAbort)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

function linkOver(socket: Duplex, where: string): IgniteLink {
  let waiting: { resolve: (reader: IgniteReader) => void; reject: (error: Error) => void } | null = null
  let parts: Buffer[] = []
  let size = 0
  let wanted: number | null = null
  const fail = (error: Error) => {
    socket.destroy()
    parts = []
    waiting?.reject(error)
    waiting = null
  }
  const answer = (): Buffer | null => {
    if (wanted === null && size >= 4) {
      parts = [Buffer.concat(parts)]
      wanted = (parts[0] as Buffer).readInt32LE(0)
      if (wanted < 1 || wanted > maxMessage) {
        throw new WireFault(
          `${where} answers, but not as Ignite does, or with a page of rows of more than 200 MB. Is it the port for thin clients?`,
        )
      }
    }
    if (wanted === null || size < wanted + 4) return null
    if (size > wanted + 4) throw new WireFault(`${where} sent more than was asked for.`)
    const whole = Buffer.concat(parts).subarray(4)
    parts = []
    size = 0
    wanted = null
    return whole
  }
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new ConnectionFailed(`${where} closed the connection.`)))
  socket.on('data', (part: Buffer) => {
    if (waiting === null) return fail(new WireFault(`${where} sent something that nothing asked for.`))
    parts.push(part)
    size += part.length
    try {
      const whole = answer()
      if (whole === null) return
      const { resolve } = waiting
      waiting = null
      resolve(new IgniteReader(whole))
    } catch (error) {
      fail(error as Error)
    }
  })
  return {
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
    ask(request, signal) {
      return new Promise<IgniteReader>((resolve, reject) => {
        if (signal.aborted) return reject(stopReason(signal))
        if (socket.destroyed) return reject(new ConnectionFailed(`The connection to ${where} is closed.`))
        const onAbort = () => fail(stopReason(signal))
        signal.addEventListener('abort', onAbort, { once: true })
        const settled = () => signal.removeEventListener('abort', onAbort)
        waiting = {
          resolve(reader) {
            settled()
            resolve(reader)
          },
          reject(error) {
            settled()
            reject(error)
          },
        }
        socket.write(request)
      })
    },
  }
}

const handshake = 1
const thinClient = 2
const [major, minor, patch] = [1, 2, 0]

async function logIn(
  link: IgniteLink,
  { user, password }: IgniteOptions,
  where: string,
  signal: AbortSignal,
): Promise<void> {
  const greeting = message().byte(handshake).short(major).short(minor).short(patch).byte(thinClient)
  if (user === '') greeting.byte(nothing).byte(nothing)
  else greeting.text(user).text(password)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMilliseconds)])
  try {
    const reply = await link.ask(greeting.done(), limit)
    if (reply.byte() === 1) return
    const version = [reply.short(), reply.short(), reply.short()].join('.')
    const told = reply.text()
    throw new ConnectionFailed(
      told === '' ? `${where} speaks version ${version} of the protocol only.` : `${where} refuses: ${told}`,
    )
  } catch (error) {
    link.close()
    if (limit.aborted && !signal.aborted) {
      throw new ConnectionFailed(`${where} did not answer as Ignite does in time. Does it expect TLS?`, error)
    }
    throw error
  }
}

/** the code of null */
const nothing = 101
