import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectorOptions } from '#connectors/connector.ts'
import { recordingSink } from '#connectors/recording-sink.ts'
import { rqlite } from '#connectors/sqlite/http-sqlite-connectors.ts'
import { createServerFetch, readConfig } from '#server/kernel/index.ts'
import { readHttpProxy } from '#shared/config-form/http-proxy.ts'
import { makeTestCertificate, type TestCertificate } from '#test/live/certificates.ts'
import { type ConnectProxy, startConnectProxy } from '#test/live/connect-proxy.ts'
import { rqliteUser, startRqlite } from '#test/live/http-sqlite-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { createSourceAccess } from './source-access.ts'
import { createSourceHttp } from './source-http.ts'

const long = 'x'.repeat(5_000_000)
const signal = AbortSignal.timeout(60_000)
let certificate: TestCertificate
let open: ConnectProxy
let closed: ConnectProxy
let refusing: ConnectProxy
const servers: Server[] = []

beforeAll(async () => {
  certificate = await makeTestCertificate()
  open = await startConnectProxy()
  closed = await startConnectProxy({ login: 'ada@shop:canary/1' })
  refusing = await startConnectProxy({ refuses: true })
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  for (const proxy of [open, closed, refusing]) await proxy.stop()
  await certificate.remove()
})

async function portOf(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** As a source with this proxy fetches. */
function through(http_proxy: string, settings: Record<string, string> = {}) {
  return createSourceHttp(readConfig(settings))(rqlite, { http_proxy }, undefined)
}

const proxyAt = (port: number) => `http://127.0.0.1:${port}`

describe('a data source with an HTTP proxy', () => {
  it('is reached through it, at the address that was looked up here', async () => {
    const port = await portOf(createServer((_, reply) => reply.end(long)))
    const { fetchServer } = through(proxyAt(open.port))
    for (let count = 0; count < 3; count++) {
      const reply = await fetchServer(
        `http://localhost:${port}/`,
        { method: 'POST', body: 'select 1' },
        signal,
      )
      expect((await reply.text()).length).toBe(long.length)
    }
    expect(new Set(open.asked)).toEqual(new Set([`127.0.0.1:${port}`]))
  })

  it('has TLS between Sextant and the server, which has to be the right one', async () => {
    const options = { key: certificate.key, cert: certificate.certificate }
    const port = await portOf(createTlsServer(options, (_, reply) => reply.end(long)))
    const { fetchServer } = through(proxyAt(open.port))
    const url = `https://localhost:${port}/`
    const reply = await fetchServer(url, { tls: { ca: certificate.certificate } }, signal)
    expect((await reply.text()).length).toBe(long.length)
    await expect(fetchServer(url, {}, signal)).rejects.toThrow(/self-signed|certificate/)
  })

  it('is read by its connector, with the login of the proxy', async () => {
    const server = await startRqlite()
    const access = createSourceAccess(readConfig({}))
    const run = async (options: ConnectorOptions) => {
      const session = await access.open(rqlite, { url: server.url, ...rqliteUser, ...options }, { signal })
      const sink = recordingSink()
      try {
        await session.run('select 6 * 7 as answer', sink, signal)
      } finally {
        await session.close()
      }
      return sink.cells
    }
    const proxy = `127.0.0.1:${closed.port}`
    expect(await run({ http_proxy: `http://ada%40shop:canary/1@${proxy}` })).toEqual([['42']])
    expect(closed.asked).toEqual([new URL(server.url).host])
    for (const [http_proxy, message] of [
      [
        `http://ada:canary2@${proxy}`,
        `HTTP proxy: ${proxy} does not accept this user and password (status 407).`,
      ],
      [`http://${proxy}`, `HTTP proxy: ${proxy} asks for a user and a password (status 407).`],
      [
        `http://ada:canary2@127.0.0.1:${await freePort()}`,
        /^HTTP proxy: 127.0.0.1:\d+ cannot be reached: the connection was refused\.$/,
      ],
      [
        'http://ada:canary2@nothing.invalid:1',
        'HTTP proxy: nothing.invalid:1 cannot be reached: there is no such host.',
      ],
      ['ada:canary2@proxy', 'HTTP Proxy: enter it as http://host:port or http://user:password@host:port.'],
    ] as const) {
      const failure = await run({ http_proxy }).then(
        () => new Error('it succeeded'),
        (error: Error) => error,
      )
      if (typeof message === 'string') expect(failure.message).toBe(message)
      else expect(failure.message).toMatch(message)
      expect(`${failure.stack} ${(failure.cause as Error | undefined)?.stack}`).not.toContain('canary')
    }
    await access.close()
    await server.stop()
  })

  it('learns that the proxy does not connect', async () => {
    const { fetchServer } = through(proxyAt(refusing.port))
    await expect(fetchServer('http://localhost:8123/', {}, signal)).rejects.toThrow(
      `HTTP proxy: 127.0.0.1:${refusing.port} does not connect to localhost:8123 (status 403, Forbidden).`,
    )
  })
})

describe('a proxy leads nowhere that Sextant would not connect to', () => {
  const metadata = "Can't connect to the metadata service of a cloud."

  it.each([
    ['http://169.254.169.254/latest/meta-data/', metadata],
    ['http://[::ffff:169.254.169.254]/', metadata],
    ['http://2852039166/', metadata],
  ])('the server %s', async (url, message) => {
    const before = open.asked.length
    const { fetchServer, fetch } = through(proxyAt(open.port))
    await expect(fetchServer(url, {}, signal)).rejects.toThrow(message)
    await expect(fetch(url, {}, signal)).rejects.toThrow("Can't query private addresses.")
    expect(open.asked).toHaveLength(before)
  })

  it('a name of the metadata service, and one that changes its address', async () => {
    const before = open.asked.length
    const port = await portOf(createServer((_, reply) => reply.end('public')))
    const answers = ['127.0.0.1', '169.254.169.254']
    const resolve = ((_: string, __: unknown, callback: (...found: unknown[]) => void) =>
      callback(null, [{ address: answers.shift(), family: 4 }])) as never
    const proxy = readHttpProxy({ http_proxy: proxyAt(open.port) }) as never
    const fetchServer = createServerFetch({ version: 'test', proxy, resolve })
    const reply = await fetchServer(
      `http://turns.test:${port}/`,
      { headers: { connection: 'close' } },
      signal,
    )
    expect(await reply.text()).toBe('public')
    await expect(fetchServer('http://turns.test/', {}, signal)).rejects.toThrow(metadata)
    expect(open.asked.slice(before)).toEqual([`127.0.0.1:${port}`])
  })

  it('documents in the private network, unless the operator has opened them', async () => {
    const before = open.asked.length
    const port = await portOf(createServer((_, reply) => reply.end('private')))
    const url = `http://localhost:${port}/`
    await expect(through(proxyAt(open.port)).fetch(url, {}, signal)).rejects.toThrow(
      "Can't query private addresses.",
    )
    expect(open.asked).toHaveLength(before)
    const settings = { SEXTANT_ALLOWED_PRIVATE_HOSTS: 'localhost' }
    const reply = await through(proxyAt(open.port), settings).fetch(url, {}, signal)
    expect(await reply.text()).toBe('private')
  })

  it('the metadata service as the proxy itself', async () => {
    const { fetchServer } = through('http://169.254.169.254:80')
    await expect(fetchServer('http://localhost:8123/', {}, signal)).rejects.toThrow(metadata)
  })
})
