import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/kernel/db/database.ts'
import { buildApp } from '#server/roles/app.ts'
import { endpoint } from '#shared/http/endpoint.ts'
import { type AppUnderTest, appUnderTest, callerWith } from '#test/app-under-test.ts'
import { jsonBodyLimit } from './body-parsers.ts'
import { serve } from './serve.ts'

let app: AppUnderTest
let folder: string
const script = 'console.log("sextant")\n'.repeat(50)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sextant-web-'))
  await writeFile(join(folder, 'secret.txt'), 'outside')
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets'), { recursive: true })
  await mkdir(join(web, '.vite'))
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Sextant app</title>')
  await writeFile(join(web, '.vite/manifest.json'), '{}')
  await writeFile(join(web, 'assets/main-1a2b.js'), script)
  await writeFile(join(web, 'assets/main-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(web, 'assets/main-1a2b.js.zst'), zstdCompressSync(script))
  await writeFile(join(web, 'assets/main-1a2b.js.gz'), gzipSync(script))
  await writeFile(join(web, 'assets/plain-3c4d.css'), 'a{}')
  app = await appUnderTest({ webFolder: web })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const notFound =
  'The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.'

describe('unknown addresses', () => {
  it('of the API are 404 in JSON', async () => {
    const browser = await app.as(app.member)
    for (const path of ['/api', '/api/', '/api/nothing', '/api/nothing/', '/api/queries/5/nothing']) {
      for (const reply of [await browser.get(path), await app.anonymous.get(path)]) {
        expect(reply.statusCode, path).toBe(404)
        expect(reply.json()).toEqual({ message: notFound, code: 'not_found' })
      }
    }
  })

  it('with a wrong method are 405', async () => {
    for (const [method, path] of [
      ['PUT', '/api/session'],
      ['DELETE', '/api/queries'],
      ['PATCH', '/api/queries/5'],
      ['GET', '/api/queries/format/x'],
    ] as const) {
      const reply = await app.anonymous.request(method, path)
      expect(reply.statusCode, path).toBe(method === 'GET' ? 404 : 405)
    }
    const reply = await app.anonymous.request('PUT', '/api/session')
    expect(reply.json()).toEqual({
      message: 'The method is not allowed for the requested URL.',
      code: 'request.method_not_allowed',
    })
    const page = await (await app.as(app.member)).post('/queries/5', undefined)
    expect(page.statusCode).toBe(405)
    expect(page.headers['content-type']).toMatch('text/html')
  })

  it('are pages of the application for signed-in users', async () => {
    const browser = await app.as(app.member)
    for (const path of ['/', '/queries/5/source?x=1', '/dashboards/a.b', '/index.html']) {
      const reply = await browser.get(path)
      expect([reply.statusCode, reply.body], path).toEqual([200, '<!doctype html><title>Sextant app</title>'])
      expect(reply.headers['cache-control']).toBe('no-cache')
    }
  })

  it('redirect anonymous visitors to the login, and back', async () => {
    const reply = await app.anonymous.get('/queries/5?p_a=1&p_b=2')
    expect(reply.statusCode).toBe(302)
    expect(reply.headers.location).toBe('/login?next=%2Fqueries%2F5%3Fp_a%3D1%26p_b%3D2')
    const xhr = await app.anonymous.get('/queries/5', { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    expect(xhr.statusCode).toBe(401)
  })

  it('that cannot be read are 400', async () => {
    const reply = await app.anonymous.get('/api/%zz')
    expect(reply.statusCode).toBe(400)
    expect(reply.json().code).toBe('request.malformed')
    expect(reply.headers['content-security-policy']).toBeDefined()
    expect((await app.anonymous.get(`/api/queries/${'5'.repeat(600)}`)).statusCode).toBe(404)
  })
})

describe('bodies', () => {
  const send = async (payload: string, headers: Record<string, string>) => {
    const { headers: own } = await app.as(app.member)
    return await app.app.inject({
      method: 'POST',
      url: '/api/queries/format',
      headers: { ...own, ...headers },
      payload,
    })
  }

  it('are parsed as JSON regardless of their content type', async () => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/octet-stream',
      'multipart/form-data',
    ]) {
      const reply = await send('{"query":"select 1"}', { 'content-type': type })
      expect(reply.statusCode, type).toBe(200)
      expect(reply.json().query, type).toMatch(/SELECT\s+1/)
    }
  })

  it('sent with an API key are parsed as JSON even when curl labels them a form', async () => {
    const { api_key } = app.member
    for (const type of [
      'application/x-www-form-urlencoded',
      'Application/X-WWW-Form-Urlencoded; charset=UTF-8',
    ]) {
      const asked = { method: 'POST', payload: '{"query":"select 1"}' } as const
      const byHeader = await app.app.inject({
        ...asked,
        url: '/api/queries/format',
        headers: { 'content-type': type, authorization: `Key ${api_key}` },
      })
      expect(byHeader.json().query, type).toMatch(/SELECT\s+1/)
      const byAddress = await app.app.inject({
        ...asked,
        url: `/api/queries/format?api_key=${api_key}`,
        headers: { 'content-type': type },
      })
      expect(byAddress.json().query, type).toMatch(/SELECT\s+1/)
    }
  })

  it('that are forms are refused when they contain text that cannot be stored', async () => {
    for (const url of ['/login', '/ldap/login', '/forgot', '/setup', '/login/code', '/saml/callback']) {
      const reply = await app.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%00b%40example.com&password=x&code=%00&name=%00&SAMLResponse=%00&RelayState=%00',
      })
      expect(reply.statusCode, url).toBe(400)
    }
  })

  it('that are not JSON are 400 with the documented message', async () => {
    for (const payload of [
      '{"query":',
      'select 1',
      '{"a":1}{}',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
    ]) {
      const reply = await send(payload, { 'content-type': 'application/json' })
      expect(reply.statusCode, payload).toBe(400)
      expect(reply.json()).toEqual({
        message: 'The browser (or proxy) sent a request that this server could not understand.',
        code: 'request.malformed',
      })
    }
  })

  it('that are not objects are 400', async () => {
    for (const payload of ['[]', '5', '"text"', 'true']) {
      expect((await send(payload, { 'content-type': 'application/json' })).statusCode, payload).toBe(400)
    }
  })

  it('that are too large are 413 with our error body, and are not read for anonymous callers', async () => {
    const payload = JSON.stringify({ query: 'x'.repeat(jsonBodyLimit) })
    const reply = await send(payload, { 'content-type': 'application/json' })
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toEqual({
      message: 'The request is larger than 8 MB.',
      code: 'request.too_large',
      limit: '8 MB',
    })
    const stranger = await app.app.inject({ method: 'POST', url: '/api/queries/format', payload })
    expect(stranger.statusCode).toBe(401)
  })
})

describe('headers', () => {
  it.each(['/login', '/ping', '/api/config', '/api/session', '/api/nothing', '/static/theme.js', '/queries'])(
    'of %s protect it',
    async (path) => {
      const { headers } = await app.anonymous.get(path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch("script-src 'self';")
      expect(policy).toMatch("object-src 'none'")
      expect(policy).toMatch("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      })
      expect(headers['permissions-policy']).toBeDefined()
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})

describe('files', () => {
  it('with a hash in their name are kept for a year, smallest encoding first', async () => {
    const get = (accept: string) =>
      app.anonymous.get('/assets/main-1a2b.js', { headers: { 'accept-encoding': accept } })
    const reply = await get('gzip, br, zstd')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const sizes = { br: brotliCompressSync(script), zstd: zstdCompressSync(script), gzip: gzipSync(script) }
    const smallest = Object.values(sizes).reduce((a, b) => (a.length <= b.length ? a : b))
    expect(reply.rawPayload.length).toBe(smallest.length)
    expect((await get('gzip')).headers['content-encoding']).toBe('gzip')
    expect((await get('zstd')).rawPayload).toEqual(sizes.zstd)
    expect((await get('identity')).body).toBe(script)
    expect((await app.anonymous.get('/assets/plain-3c4d.css')).headers).not.toHaveProperty('vary')
  })

  it('are not sent again when the ETag matches', async () => {
    const first = await app.anonymous.get('/static/pages.css')
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await app.anonymous.get('/static/pages.css', {
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    'pages.css',
    'theme.js',
    'keep-fragment.js',
    'favicon.svg',
    'sextant-mark.svg',
    'images/avatar.svg',
  ])('/static/%s is public', async (name) => {
    const reply = await app.anonymous.get(`/static/${name}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies).toEqual([])
  })

  it.each(['db-logos/pg.png', 'destinations/slack.png'])(
    '/static/images/%s, where clients of Redash look for logos, is a picture',
    async (name) => {
      const reply = await app.anonymous.get(`/static/images/${name}`)
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    },
  )

  it.each([
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/....//....//secret.txt',
    '/assets/%00/secret.txt',
    '/assets//etc/passwd',
    '/static/..%2f..%2f..%2f..%2fpackage.json',
    '/static/assets/%252e%252e/x',
    '/assets/main-1a2b.js%00.css',
    '/assets/',
    '/.vite/manifest.json',
  ])('%s leads nowhere', async (path) => {
    const reply = await app.anonymous.get(path)
    expect([302, 404]).toContain(reply.statusCode)
    expect(reply.body).not.toMatch(/outside|root:|"name": "sextant"/)
  })

  it('raw paths over a socket lead nowhere either', async () => {
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    for (const path of [
      '/assets/../../secret.txt',
      '/../secret.txt',
      '//etc/passwd',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    ]) {
      const text = await rawGet(port, path)
      expect(text).toMatch(/^HTTP\/1\.1 (302|404)/)
      expect(text).not.toMatch(/outside|root:/)
    }
  })
})

async function rawGet(port: number, path: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('faults', () => {
  let broken: FastifyInstance
  const probe = endpoint({
    method: 'POST',
    path: '/api/probe',
    access: 'anyone',
    unknownKeys: 'refuse',
    body: Type.Object({
      fail: Type.Optional(Type.String()),
      size: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    query: Type.Object({ page: Type.Optional(Type.Integer()) }),
    reply: Type.Object({ shown: Type.String() }),
  })
  beforeAll(async () => {
    broken = await buildApp(app.context)
    serve(
      broken,
      probe,
    )(({ body }) => {
      if (body.fail !== undefined) throw new Error(body.fail)
      const hidden = { shown: 'a', hidden: 'b' }
      return hidden
    })
  })
  afterAll(() => broken.close())

  it('are a bare 500', async () => {
    const reply = await callerWith(broken, {}).post('/api/probe', { fail: 'password is hunter2' })
    expect(reply.statusCode).toBe(500)
    expect(reply.json()).toEqual({ message: 'Internal Server Error', code: 'server.bug' })
    const page = await broken.inject({
      method: 'POST',
      url: '/api/probe',
      headers: { accept: 'text/html' },
      payload: '{"fail":"hunter2"}',
    })
    expect(page.body).not.toMatch('hunter2')
  })

  it('undeclared fields do not leave the server', async () => {
    expect((await callerWith(broken, {}).post('/api/probe', {})).json()).toEqual({ shown: 'a' })
  })

  it('unknown fields are refused where the endpoint says so', async () => {
    const reply = await callerWith(broken, {}).post('/api/probe', { nothing: 1 })
    expect(reply.json()).toMatchObject({ message: 'nothing: this field is not known.', field: 'nothing' })
  })

  it.each([
    [{ size: 'big' }, 'size'],
    [{ size: 0 }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ fail: ['a'] }, 'fail'],
  ])('%j names its field', async (body, field) => {
    const reply = await callerWith(broken, {}).post('/api/probe', body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'request.invalid', field })
  })

  it('arguments are checked like bodies', async () => {
    const caller = callerWith(broken, {})
    expect((await caller.post('/api/probe?page=x', {})).json().field).toBe('page')
    expect((await caller.post('/api/probe?page=1&page=2', {})).statusCode).toBe(400)
    expect((await caller.post('/api/probe?page=2', {})).statusCode).toBe(200)
    expect((await caller.post('/api/probe?page=%00', {})).statusCode).toBe(400)
  })

  it('of the metadata database are 503, in JSON and on pages', async () => {
    const gone = openDatabase('postgres://nobody:nothing@127.0.0.1:1/none', { max: 1, onError: () => {} })
    const cut = await buildApp({ ...app.context, ...gone })
    const json = await callerWith(cut, { cookie: 'session=abc' }).get('/api/session')
    expect(json.statusCode).toBe(503)
    expect(json.json().code).toBe('server.unavailable')
    expect(json.headers['retry-after']).toBe('5')
    const page = await callerWith(cut, {}).get('/queries')
    expect(page.statusCode).toBe(503)
    expect(page.body).toMatch('Temporarily Unavailable')
    await cut.close()
    await gone.close()
  })
})
