import { once } from 'node:events'
import { connect as connectTcp, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Tunnel } from '../connector.ts'
import { ConnectionFailed } from '../connector-errors.ts'
import { connected } from '../socket-dialing.ts'
import { tlsOptions } from '../tls-options.ts'
import type { VerticaOptions } from './vertica-options.ts'
import { sslRequest } from './vertica-wire.ts'

/** A stream to the server, encrypted as the options say. Throws errors of the system and ConnectionFailed. */
export async function dialVertica(
  options: VerticaOptions,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
): Promise<Duplex> {
  const socket = await dialPlainly(options, tunnel, signal)
  if (options.sslMode === 'disable') return socket
  try {
    return await encrypted(socket, options, signal)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** A stream without encryption: a request to cancel goes over one, as it holds nothing of the data. */
export async function dialPlainly(
  { host, port, connectSeconds }: VerticaOptions,
  tunnel: Tunnel | undefined,
  signal: AbortSignal,
): Promise<Duplex> {
  const tunnelled = await tunnel?.connect(host, port, signal)
  if (tunnelled !== undefined) return tunnelled
  const socket = connectTcp({ host, port, noDelay: true, keepAlive: true })
  return await connected(socket, 'connect', connectSeconds * 1000, signal)
}

async function encrypted(socket: Duplex, options: VerticaOptions, signal: AbortSignal): Promise<Duplex> {
  const { host, sslMode, connectSeconds } = options
  socket.write(sslRequest)
  const answer = await firstByte(
    socket,
    AbortSignal.any([signal, AbortSignal.timeout(connectSeconds * 1000)]),
  )
  if (answer === 'N' && sslMode === 'prefer') return socket
  if (answer === 'N') throw new ConnectionFailed('The server does not offer TLS (SSL Mode).')
  // what comes before the encryption could be from anyone
  if (answer !== 'S' || socket.readableLength > 0) {
    throw new ConnectionFailed(`${host}:${options.port} answers, but not as Vertica does.`)
  }
  const check = sslMode === 'verify-full' ? 'host' : sslMode === 'verify-ca' ? 'authority' : 'nothing'
  const secure = connectTls({
    ...tlsOptions(options.files, check),
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
  })
  return await connected(secure, 'secureConnect', connectSeconds * 1000, signal)
}

async function firstByte(socket: Duplex, signal: AbortSignal): Promise<string> {
  for (;;) {
    const byte = socket.read(1) as Buffer | null
    if (byte !== null) return byte.toString('latin1')
    if (socket.readableEnded || socket.destroyed) {
      throw Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' })
    }
    await Promise.race([once(socket, 'readable', { signal }), once(socket, 'close', { signal })])
  }
}
