import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tunnel, TunnelStream } from '#connectors/connector.ts'
import { ConnectionFailed } from '#connectors/connector-errors.ts'
import { createOutboundFetch, createServerFetch } from './outbound-guard.ts'

const signal = new AbortController().signal
const outboundFetch = (options: Omit<Parameters<typeof createOutboundFetch>[0], 'version'>) =>
  createOutboundFetch({ version: '1.2.3', ...options })

/** A resolver that answers the same addresses for every name. */
const resolveTo = (...answers: string[][]) => {
  let calls = 0
  return ((_name: string, _options: object, callback: (error: null, all: object[]) => void) => {
    const addresses = answers[Math.min(calls, answers.length - 1)] ?? []
    calls++
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
}

describe('outbound guard', () => {
  let server: Server
  let port: number
  const seen: { url: string; authorization: string | undefined; method: string | undefined }[] = []
  let lastHeaders: import('node:http').IncomingHttpHeaders = {}

  beforeAll(async () => {
    server = createServer((request, reply) => {
      lastHeaders = request.headers
      seen.push({
        url: request.url ?? '',
        authorization: request.headers.authorization,
        method: request.method,
      })
      if (request.url === '/to-private') reply.writeHead(302, { location: 'http://10.0.0.1/' }).end()
      else if (request.url === '/to-nowhere') reply.writeHead(302, { location: 'http://[' }).end()
      else if (request.url === '/to-file') reply.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (request.url === '/to-other') {
        reply.writeHead(302, { location: `http://other.test:${port}/landed` }).end()
      } else if (request.url === '/packed') {
        reply
          .writeHead(200, { 'Content-Encoding': 'gzip', 'X-Sextant-Content-Encoding': 'br' })
          .end(gzipSync('hello'))
      } else if (request.url === '/for-ever') reply.writeHead(302, { location: '/for-ever' }).end()
      else reply.end('hello')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://①②⑦.⓪.⓪.①/',
  ])('refuses %s', async (url) => {
    const fetch = outboundFetch({ allowedPrivateHosts: [] })
    await expect(fetch(url, {}, signal)).rejects.toThrow("Can't query private addresses.")
  })

  it.each(['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:text/plain,x'])(
    'knows only http and https: %s',
    async (url) => {
      const fetch = outboundFetch({ allowedPrivateHosts: [] })
      await expect(fetch(url, {}, signal)).rejects.toThrow('Only http and https')
    },
  )

  it('refuses a public name with one private address, whichever comes first', async () => {
    const fetch = outboundFetch({
      allowedPrivateHosts: [],
      resolve: resolveTo(['93.184.216.34', '127.0.0.1']),
    })
    await expect(fetch(`http://example.test:${port}/`, {}, signal)).rejects.toThrow("Can't query private")
  })

  it('looks a name up once and connects to that answer: a name that changes its mind gains nothing', async () => {
    const answers = resolveTo(['127.0.0.1'], ['10.0.0.1'])
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'], resolve: answers })
    expect(await (await fetch(`http://rebinding.test:${port}/`, {}, signal)).text()).toBe('hello')
    const other = outboundFetch({
      allowedPrivateHosts: ['198.51.100.0/24'],
      resolve: resolveTo(['127.0.0.1']),
    })
    await expect(other(`http://rebinding.test:${port}/`, {}, signal)).rejects.toThrow("Can't query private")
  })

  it('reaches what the operator has opened, by address, network or name', async () => {
    for (const entry of ['127.0.0.1', '127.0.0.0/8']) {
      const fetch = outboundFetch({ allowedPrivateHosts: [entry] })
      expect(await (await fetch(`http://127.0.0.1:${port}/`, {}, signal)).text()).toBe('hello')
    }
    const byName = outboundFetch({
      allowedPrivateHosts: ['Intranet.test'],
      resolve: resolveTo(['127.0.0.1']),
    })
    expect(await (await byName(`http://intranet.test:${port}/`, {}, signal)).text()).toBe('hello')
    await expect(byName(`http://127.0.0.1:${port}/`, {}, signal)).rejects.toThrow("Can't query private")
  })

  it('checks every redirect again', async () => {
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'] })
    await expect(fetch(`http://127.0.0.1:${port}/to-private`, {}, signal)).rejects.toThrow(
      "Can't query private",
    )
    await expect(fetch(`http://127.0.0.1:${port}/to-file`, {}, signal)).rejects.toThrow('Only http and https')
    await expect(fetch(`http://127.0.0.1:${port}/to-nowhere`, {}, signal)).rejects.toThrow(
      `127.0.0.1:${port} redirects to "http://[", which is not a valid URL.`,
    )
    await expect(fetch(`http://127.0.0.1:${port}/for-ever`, {}, signal)).rejects.toThrow('more than 5 times')
  })

  it('does not carry credentials to another origin', async () => {
    const fetch = outboundFetch({
      allowedPrivateHosts: ['127.0.0.0/8'],
      resolve: resolveTo(['127.0.0.1']),
    })
    const headers = { authorization: 'Basic c2VjcmV0', 'X-Api-Key': 'secret', accept: 'text/x' }
    const reply = await fetch(
      `http://one.test:${port}/to-other`,
      { method: 'POST', headers, body: 'x' },
      signal,
    )
    expect(await reply.text()).toBe('hello')
    expect(seen.at(-1)).toEqual({ url: '/landed', authorization: undefined, method: 'GET' })
    expect(lastHeaders['x-api-key']).toBeUndefined()
    expect(lastHeaders.accept).toBe('text/x')
  })

  it('says who asks, and nothing that a browser would', async () => {
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'] })
    await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }, signal)
    expect(Object.keys(lastHeaders).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
    ])
    expect(lastHeaders['user-agent']).toBe('Sextant/1.2.3')
    const headers = { 'User-Agent': 'reports/2', 'Accept-Language': 'de' }
    await fetch(`http://127.0.0.1:${port}/`, { headers }, signal)
    expect(lastHeaders).toMatchObject({ 'user-agent': 'reports/2', 'accept-language': 'de' })
  })

  it('unpacks a body, unless it is asked to leave that to another user', async () => {
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'] })
    const url = `http://127.0.0.1:${port}/packed`
    expect(await (await fetch(url, {}, signal)).text()).toBe('hello')
    const packed = await fetch(url, { keepsPacked: true }, signal)
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('hello')
    const plain = await fetch(`http://127.0.0.1:${port}/`, { keepsPacked: true }, signal)
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'hello'])
  })

  it('keeps the version back where it is nobody’s business', async () => {
    const fetch = createOutboundFetch({ allowedPrivateHosts: ['127.0.0.1'], version: null })
    await fetch(`http://127.0.0.1:${port}/`, {}, signal)
    expect(lastHeaders['user-agent']).toBe('Sextant')
  })

  it('says what went wrong', async () => {
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'] })
    await expect(fetch('http://127.0.0.1:1/', {}, signal)).rejects.toThrow('127.0.0.1:1 cannot be reached')
    await expect(fetch('nonsense', {}, signal)).rejects.toThrow('"nonsense" is not a valid URL.')
  })

  it('ends when the signal is aborted', async () => {
    const fetch = outboundFetch({ allowedPrivateHosts: ['127.0.0.1'] })
    await expect(fetch(`http://127.0.0.1:${port}/`, {}, AbortSignal.abort())).rejects.toThrow(/abort/i)
  })
})

describe('the server of a data source', () => {
  const fetchOf = (...answers: string[]) =>
    createServerFetch({ version: '1.2.3', resolve: resolveTo(answers) })
  let server: Server
  let port: number
  beforeAll(async () => {
    server = createServer((request, reply) => {
      if (request.url === '/to-other') reply.writeHead(302, { location: 'http://10.0.0.1/' }).end()
      else reply.end(`${request.method} ${request.headers['user-agent']}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  it('may be private', async () => {
    const reply = await fetchOf('127.0.0.1')(`http://db.test:${port}/`, { method: 'DELETE' }, signal)
    expect(await reply.text()).toBe('DELETE Sextant/1.2.3')
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://100.100.100.200/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://2852039166/',
  ])('is never the metadata service of a cloud: %s', async (url) => {
    await expect(fetchOf()(url, {}, signal)).rejects.toThrow('metadata service')
  })

  it('is not the metadata service under another name either', async () => {
    const fetch = fetchOf('10.0.0.1', '169.254.169.254')
    await expect(fetch(`http://metadata.test:${port}/`, {}, signal)).rejects.toThrow('metadata service')
  })

  it('cannot send the request elsewhere', async () => {
    const reply = await fetchOf('127.0.0.1')(`http://db.test:${port}/to-other`, {}, signal)
    expect(reply.status).toBe(302)
    await reply.body?.cancel()
  })
})

describe('the server of a data source behind a tunnel', () => {
  it('is reached through it, by the name that its other end knows', async () => {
    const server = createServer((_, reply) => reply.end('x'.repeat(1_000_000)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const asked: string[] = []
    const tunnel: Tunnel = {
      async connect(host, port) {
        asked.push(`${host}:${port}`)
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
        await once(socket, 'connect')
        return socket as unknown as TunnelStream
      },
    }
    const fetch = createServerFetch({ version: '1.2.3', tunnel })
    for (let count = 0; count < 3; count++) {
      const reply = await fetch('http://db.internal:8123/', { method: 'POST', body: 'x' }, signal)
      expect((await reply.text()).length).toBe(1_000_000)
    }
    expect(new Set(asked)).toEqual(new Set(['db.internal:8123']))
    await expect(fetch('http://169.254.169.254/', {}, signal)).rejects.toThrow('metadata service')
    server.closeAllConnections()
    server.close()
  })

  it('is not there when the tunnel is not', async () => {
    const tunnel: Tunnel = { connect: () => Promise.reject(new ConnectionFailed('SSH tunnel: no way.')) }
    const fetch = createServerFetch({ version: '1.2.3', tunnel })
    await expect(fetch('http://db.internal/', {}, signal)).rejects.toThrow('SSH tunnel: no way.')
  })
})
