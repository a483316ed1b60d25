import { lookup as resolveName } from 'node:dns'
import { request as askPlainly } from 'node:http'
import { request as askEncrypted } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import type { HttpProxy } from '#shared/config-form/http-proxy.ts'
import { describeCause } from './describe-cause.ts'
import { allButMetadata, guardedLookup, readTarget } from './outbound-addresses.ts'
import { overStream, type Secured } from './tls-over-stream.ts'
import { targetOf } from './tunnel-connector.ts'

/**
 * Connects the HTTP client through a proxy. The name of the server is looked up here, by a look-up that hands on only
 * addresses that may be connected to, and the proxy is asked for that address: left to the proxy, a name could lead
 * anywhere. The proxy itself may be private, as admins choose it, but not the metadata service of a cloud.
 */
export function proxyConnector(
  proxy: HttpProxy,
  options: Secured & { lookup: LookupFunction },
): buildConnector.connector {
  return (wanted, callback) => {
    const to = targetOf(wanted)
    findAddress(to.host, options.lookup)
      .then((address) => throughProxy(proxy, { ...to, address }, options.milliseconds))
      .then(
        (stream) => overStream(stream, to, options, callback),
        (error: Error) => callback(error, null),
      )
  }
}

/** An address that was given as such has been checked already, with its URL. */
function findAddress(host: string, lookup: LookupFunction): Promise<string> {
  if (isIP(host) !== 0) return Promise.resolve(host)
  return new Promise((resolve, reject) =>
    // fewer proxies reach the others
    lookup(host, { order: 'ipv4first' }, (error, address) =>
      error === null ? resolve(String(address)) : reject(error),
    ),
  )
}

const proxyLookup = guardedLookup(resolveName, allButMetadata)

function throughProxy(
  proxy: HttpProxy,
  to: { host: string; port: number; address: string },
  milliseconds: number,
): Promise<Socket> {
  const bracketed = isIP(to.address) === 6 ? `[${to.address}]` : to.address
  const place = `${isIP(proxy.host) === 6 ? `[${proxy.host}]` : proxy.host}:${proxy.port}`
  const { hostname } = readTarget(`${proxy.scheme}://${place}`, allButMetadata)
  const hasLogin = proxy.user !== '' || proxy.password !== ''
  const login = Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64')
  const asked = (proxy.scheme === 'https' ? askEncrypted : askPlainly)({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: `${bracketed}:${to.port}`,
    headers: {
      host: `${bracketed}:${to.port}`,
      ...(hasLogin ? { 'proxy-authorization': `Basic ${login}` } : {}),
    },
    lookup: proxyLookup,
    agent: false,
  })
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => asked.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })),
      milliseconds,
    )
    asked.once('error', (error) => {
      clearTimeout(late)
      if (error instanceof ConnectionFailed)
        return reject(new ConnectionFailed(`HTTP proxy: ${error.message}`))
      reject(new ConnectionFailed(`HTTP proxy: ${place} cannot be reached: ${describeCause(error)}`, error))
    })
    // also for an answer that refuses
    asked.once('connect', (reply, socket, head) => {
      clearTimeout(late)
      const refusal = refusalOf(reply.statusCode ?? 0, String(reply.statusMessage), hasLogin)
      if (refusal === null) {
        if (head.length > 0) socket.unshift(head)
        return resolve(socket)
      }
      socket.destroy()
      reject(new ConnectionFailed(`HTTP proxy: ${place} ${refusal(`${to.host}:${to.port}`)}`))
    })
    asked.end()
  })
}

function refusalOf(status: number, reason: string, hasLogin: boolean): null | ((to: string) => string) {
  if (status >= 200 && status <= 299) return null
  if (status === 407) {
    return () =>
      hasLogin
        ? 'does not accept this user and password (status 407).'
        : 'asks for a user and a password (status 407).'
  }
  return (to) => `does not connect to ${to} (status ${status}, ${reason.slice(0, 100)}).`
}
