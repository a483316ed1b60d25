import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import type { TlsFiles, Tunnel } from '#connectors/connector.ts'

/** Connects the HTTP client through an SSH tunnel: names are looked up at its other end. */
export function tunnelConnector(
  tunnel: Tunnel,
  options: { milliseconds: number; verify: boolean; tls?: TlsFiles | undefined },
): buildConnector.connector {
  return ({ hostname, port, protocol, servername }, callback) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const isEncrypted = protocol === 'https:'
    const number = port === '' ? (isEncrypted ? 443 : 80) : Number(port)
    tunnel.connect(host, number, AbortSignal.timeout(options.milliseconds)).then(
      (stream) => {
        if (!isEncrypted) return callback(null, stream as never)
        const name = servername ?? host
        const socket = connectTls({
          ...options.tls,
          socket: stream,
          host,
          ...(isIP(name) === 0 ? { servername: name } : {}),
          rejectUnauthorized: options.verify,
          ALPNProtocols: ['http/1.1'],
        })
        const fail = (error: Error) => callback(error, null)
        socket.once('error', fail)
        socket.once('secureConnect', () => {
          socket.off('error', fail)
          callback(null, socket)
        })
      },
      (error: Error) => callback(error, null),
    )
  }
}
