import type { buildConnector } from 'undici'
import type { Tunnel } from '#connectors/connector.ts'
import { overStream, type Secured } from './tls-over-stream.ts'

/** Connects the HTTP client through an SSH tunnel: names are looked up at its other end. */
export function tunnelConnector(tunnel: Tunnel, secured: Secured): buildConnector.connector {
  return (options, callback) => {
    const to = targetOf(options)
    tunnel.connect(to.host, to.port, AbortSignal.timeout(secured.milliseconds)).then(
      (stream) => overStream(stream, to, secured, callback),
      (error: Error) => callback(error, null),
    )
  }
}

/** What the HTTP client wants to be connected to. */
export function targetOf({ hostname, port, protocol, servername }: buildConnector.Options) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isEncrypted = protocol === 'https:'
  const number = port === '' ? (isEncrypted ? 443 : 80) : Number(port)
  return { host, port: number, isEncrypted, servername: servername ?? host }
}
