import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCatalogues } from '#server/kernel/languages/catalogues.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-locales-'))
const web = join(folder, 'web')
const localesFolder = join(folder, 'locales')
const german = { Queries: 'Abfragen', '{count} rows': { one: '{count} Zeile', other: '{count} Zeilen' } }
const start =
  '<!doctype html>\n<html lang="en">\n<head>\n<script src="/static/theme.js"></script>\n</head>\n</html>\n'
const apps: AppUnderTest[] = []

async function open(config: { localesFolder: string }): Promise<AppUnderTest> {
  const app = await appUnderTest({ webFolder: web, config })
  apps.push(app)
  return app
}

let app: AppUnderTest

beforeAll(async () => {
  mkdirSync(web)
  mkdirSync(localesFolder)
  writeFileSync(join(web, 'index.html'), start)
  writeFileSync(join(localesFolder, 'de.json'), JSON.stringify(german))
  writeFileSync(join(localesFolder, 'he.json'), JSON.stringify({ Queries: '</script><b>' }))
  for (const name of ['notes.txt', 'not a language.json', '..json', 'xx-zz-.json']) {
    writeFileSync(join(localesFolder, name), '{"Queries":"secret"}')
  }
  app = await open({ localesFolder })
})
afterAll(async () => {
  await Promise.all(apps.map((one) => one.close()))
  rmSync(folder, { recursive: true })
})

async function startPage(from: AppUnderTest, language: string | null, etag = '') {
  const caller = await from.as(from.admin)
  const headers = {
    ...(language === null ? {} : { 'accept-language': language }),
    ...(etag === '' ? {} : { 'if-none-match': etag }),
  }
  return caller.get('/queries', { headers })
}

describe('the texts of another language', () => {
  it('are a script of the same origin that only sets them', async () => {
    const reply = await app.anonymous.get('/messages/de.js')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
    })
    const page: { sextantMessages?: unknown } = {}
    runInNewContext(reply.body, page)
    expect(page.sextantMessages).toEqual({ locale: 'de', messages: german })
    const again = await app.anonymous.get('/messages/de.js', {
      headers: { 'if-none-match': String(reply.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    '/messages/en.js',
    '/messages/fr.js',
    '/messages/notes.js',
    '/messages/xx-zz-.js',
    '/messages/..%2Fde.js',
    '/messages/%2e%2e/locales/de.json',
    '/messages/de.json',
  ])('has no address %s', async (url) => {
    const reply = await app.anonymous.get(url)
    expect([200, 304]).not.toContain(reply.statusCode)
    expect(reply.body).not.toContain('secret')
    expect(reply.body).not.toContain('Abfragen')
  })

  it('come with the page for readers of the language', async () => {
    const reply = await startPage(app, 'de-AT,de;q=0.9,en;q=0.8')
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('<html lang="de" dir="ltr">')
    const scripts = [...reply.body.matchAll(/<script src="([^"]+)">/g)].map(([, src]) => src)
    expect(scripts).toEqual(['/messages/de.js', '/static/theme.js'])
    expect(reply.headers.vary).toMatch(/accept-language/i)
    expect(String(reply.headers['content-security-policy'])).toContain("script-src 'self';")
    const again = await startPage(app, 'de', String(reply.headers.etag))
    expect(again.statusCode).toBe(304)
    // each language is a separate page for caches
    expect((await startPage(app, 'he', String(reply.headers.etag))).statusCode).toBe(200)
  })

  it('set the direction of the page for right-to-left languages', async () => {
    expect((await startPage(app, 'he')).body).toContain('<html lang="he" dir="rtl">')
  })

  it.each(['en', 'fr, en;q=0.5', '*', null])('leave the page as it is for %j', async (language) => {
    const reply = await startPage(app, language)
    expect([reply.statusCode, reply.body]).toEqual([200, start])
  })

  it('are optional: the folder may be missing', async () => {
    const without = await open({ localesFolder: join(folder, 'nowhere') })
    const reply = await startPage(without, 'de')
    expect([reply.statusCode, reply.body]).toEqual([200, start])
    expect((await without.anonymous.get('/messages/de.js')).statusCode).toBe(302)
  })

  it('must have the format of a catalog', () => {
    const broken = join(folder, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'de.json'), '{"Queries":["Abfragen"]}')
    expect(() => readCatalogues(broken)).toThrow('is not a message catalog')
  })
})
