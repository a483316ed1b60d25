import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { TlsFiles } from '#connectors/connector.ts'

export interface Secured {
  milliseconds: number
  /** compare the certificate with the authorities and the name */
  verify: boolean
  tls?: TlsFiles | undefined
}

/** The HTTP client's connection to a server that a tunnel or a proxy has been connected to. */
export function overStream(
  stream: Duplex,
  to: { host: string; servername: string; isEncrypted: boolean },
  secured: Secured,
  callback: (...outcome: [null, Socket | TLSSocket] | [Error, null]) => void,
): void {
  if (!to.isEncrypted) {
    callback(null, stream as Socket)
    return
  }
  const socket = connectTls({
    ...secured.tls,
    socket: stream,
    host: to.host,
    ...(isIP(to.servername) === 0 ? { servername: to.servername } : {}),
    rejectUnauthorized: secured.verify,
    ALPNProtocols: ['http/1.1'],
  })
  const late = setTimeout(() => {
    socket.destroy(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' }))
  }, secured.milliseconds)
  const end = () => clearTimeout(late)
  const fail = (error: Error) => {
    end()
    callback(error, null)
  }
  socket.once('error', fail)
  socket.once('secureConnect', () => {
    end()
    socket.off('error', fail)
    callback(null, socket)
  })
}
