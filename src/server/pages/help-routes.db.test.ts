import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

let app: AppUnderTest
let fresh: AppUnderTest

beforeAll(async () => {
  app = await appUnderTest()
  fresh = await appUnderTest({ setUp: false })
})
afterAll(async () => {
  await app.close()
  await fresh.close()
})

const get = (url: string, headers: Record<string, string> = {}) => app.anonymous.get(url, { headers })

describe('the help', () => {
  it('is public, also before the set-up of the instance', async () => {
    for (const caller of [app.anonymous, await app.as(app.viewer), fresh.anonymous]) {
      const reply = await caller.get('/help/chart')
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.body).toContain('<title>Chart · Sextant help</title>')
      expect(reply.cookies).toEqual([])
    }
  })

  it('starts at /help/', async () => {
    const reply = await get('/help')
    expect([reply.statusCode, reply.headers.location]).toEqual([301, '/help/'])
    expect((await get('/help/')).body).toContain('<h1>Sextant help</h1>')
  })

  it('may be framed only by our own pages, and runs only our script', async () => {
    for (const url of ['/help/', '/help/search?q=chart', '/help/nowhere']) {
      const { headers } = await get(url)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "form-action 'self'",
          "frame-ancestors 'self'",
        ]),
      )
      expect(policy.join()).not.toMatch(/unsafe|\*|http/)
      expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' })
    }
  })

  it('does not make other pages frameable', async () => {
    for (const url of ['/login', '/help.html', '/helpful', '/static/theme.js']) {
      const { headers } = await get(url)
      expect([url, headers['x-frame-options']]).toEqual([url, 'DENY'])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })

  it('is sent again only when it has changed, and compressed if the browser accepts it', async () => {
    for (const url of ['/help/chart', '/help/index.json']) {
      const first = await get(url, { 'accept-encoding': 'gzip, br' })
      expect(first.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-encoding': 'gzip',
        vary: 'accept-encoding',
      })
      const plain = await get(url, { 'accept-encoding': 'gzip;q=0' })
      expect(plain.headers).not.toHaveProperty('content-encoding')
      expect(gunzipSync(first.rawPayload).toString()).toBe(plain.body)
      const again = await get(url, { 'if-none-match': String(first.headers.etag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const changed = await get(url, { 'if-none-match': '"another"' })
      expect(changed.statusCode).toBe(200)
    }
  })

  it('serves its scripts, its styles and the search index', async () => {
    const types = {
      '/static/help/help.js': 'text/javascript; charset=utf-8',
      '/static/help/help-search.js': 'text/javascript; charset=utf-8',
      '/static/help/help.css': 'text/css; charset=utf-8',
      '/static/help/help-search.css': 'text/css; charset=utf-8',
    }
    for (const [url, type] of Object.entries(types)) {
      const reply = await get(url)
      expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 200, type])
    }
    // type declarations are not for browsers
    expect((await get('/static/help/help-search.d.ts')).statusCode).toBe(404)
    const index: { name: string }[] = (await get('/help/index.json')).json()
    expect(index.map(({ name }) => name)).toContain('parameters')
  })

  it('shows a message for a page that does not exist', async () => {
    for (const url of [
      '/help/nowhere',
      '/help/chart/more',
      '/help/chart.md',
      '/help/Chart',
      '/help/__proto__',
      '/help/constructor',
      '/help/..%2f..%2fpackage.json',
      '/help/..%5c..%5cpackage.json',
      '/help/pictures/chart.svg',
      `/help/${'a'.repeat(2000)}`,
    ]) {
      const reply = await get(url)
      expect([url, reply.statusCode]).toEqual([url, 404])
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(reply.body).toContain('The help has no page at this address.')
      expect(reply.body).toContain('href="/help/source-editor"')
      expect(reply.body).not.toContain('"dependencies"')
    }
    for (const url of ['/help/%00', '/help/%', '/static/help/..%2fhelp-page.ts']) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400)
      expect((await get(url)).statusCode, url).toBeLessThan(500)
    }
  })

  it('only accepts GET', async () => {
    expect((await app.app.inject({ method: 'HEAD', url: '/help/chart' })).statusCode).toBe(200)
    const admin = await app.as(app.admin)
    expect((await admin.post('/help/chart', {})).statusCode).toBe(405)
  })
})

describe('search without script', () => {
  it('lists the pages that contain the words', async () => {
    const { statusCode, body } = await get('/help/search?q=latitude+marker')
    expect(statusCode).toBe(200)
    expect(body).toContain('1 page has these words.')
    expect(body).toMatch(/<a href="\/help\/maps(#[a-z-]+)?">Maps/)
    expect(body).toContain('value="latitude marker"')
  })

  it('says when nothing is found, and asks for words when there are none', async () => {
    expect((await get('/help/search?q=xyzzy')).body).toContain('No page of the help has all of these words.')
    for (const url of ['/help/search', '/help/search?q=', '/help/search?q=%20']) {
      expect((await get(url)).body).toContain('Type what you are looking for into the field above.')
    }
  })

  it('escapes the search text', async () => {
    const asked = '"><script>alert(1)</script>'
    const { body } = await get(`/help/search?q=${encodeURIComponent(asked)}`)
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(body).not.toContain('<script>alert')
  })

  it('accepts any input', async () => {
    for (const query of [
      'q=a&q=b',
      'q[]=a',
      'q[x]=1',
      `q=${'word '.repeat(3000)}`,
      'q=%F0%9F',
      '__proto__=1',
    ]) {
      const { statusCode } = await get(`/help/search?${query}`)
      expect([query.slice(0, 20), statusCode]).toEqual([query.slice(0, 20), 200])
    }
  })
})
