import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

let app: AppUnderTest
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const write = (line: string, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(line))
    done()
  }
  const log = pino({ level: 'warn' }, new Writable({ decodeStrings: false, write }))
  app = await appUnderTest({ log, config: { trustedProxies: 1 } })
})
afterAll(() => app.close())

const send = (body: unknown, from = '10.0.0.1', cookie?: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/csp-report',
    payload: JSON.stringify(body),
    headers: {
      'content-type': 'application/csp-report',
      'x-forwarded-for': from,
      ...(cookie === undefined ? {} : { cookie }),
    },
  })

describe('a report of the browser', () => {
  it('is named by the policy of our pages', async () => {
    for (const path of ['/login', '/help/', '/api/docs'])
      expect((await app.anonymous.get(path)).headers['content-security-policy'], path).toContain(
        'report-uri /api/csp-report',
      )
  })

  it('is logged without what could be a token, also with the cookies of a session', async () => {
    const { headers } = await app.as(app.member)
    const report = {
      'document-uri': 'https://here.example/public/dashboards/SECRETTOKEN?api_key=SECRETKEY#SECRET',
      'blocked-uri': 'https://evil.example/steal?SECRET',
      'effective-directive': 'connect-src',
      'violated-directive': 'connect-src',
      'source-file': 'chrome-extension',
      'original-policy': 'x'.repeat(5000),
    }
    const reply = await send({ 'csp-report': report }, '10.0.0.1', headers['cookie'])
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(reply.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(lines.at(-1)).toMatchObject({
      ...{ directive: 'connect-src', page: '/public', blocked: 'https://evil.example' },
      ...{ source: 'chrome-extension', msg: 'A page broke its Content Security Policy.' },
    })
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })

  it('keeps the words of the standard, and nothing that is no address', async () => {
    await send({ 'csp-report': { 'blocked-uri': 'inline', 'document-uri': 'about', 'source-file': 'a b\n' } })
    expect(lines.at(-1)).toMatchObject({ blocked: 'inline', page: '', source: '' })
  })

  it('is refused when it is none, or one of too many', async () => {
    expect((await send({})).statusCode).toBe(400)
    expect((await send([{ type: 'csp-violation' }])).statusCode).toBe(400)
    const before = lines.length
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => send({ 'csp-report': {} }, '10.0.0.2')),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(20)
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
    expect(lines.length - before).toBe(20)
    expect((await send({ 'csp-report': {} }, '10.0.0.3')).statusCode).toBe(204)
  })
})
