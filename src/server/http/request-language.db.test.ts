import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-languages-'))
const german = {
  'Log in': 'Anmelden',
  Password: 'Passwort',
  'Wrong email or password.': 'E-Mail oder Passwort ist falsch <b>',
  "Couldn't find resource. Please login and try again.": 'Nicht gefunden. Bitte anmelden.',
  '{name} is paused. Please try later.': '{name} ist angehalten.',
  'Not Found': 'Nicht gefunden',
  'Reset your password': 'Passwort zurücksetzen',
  'Hello {name},': 'Hallo {name},',
  '{inviter} invited you to join Sextant': '{inviter} lädt Sie ein',
  '{field}: this field is required.': '{field}: Pflichtfeld.',
  'Request Too Large': 'Anfrage zu groß',
  'The body: {reason}': 'Der Inhalt: {reason}',
  '{field}: {reason}': '{field}: {reason}',
  'texts must not contain the character U+0000.': 'Texte dürfen U+0000 nicht enthalten.',
  'The request is larger than {limit}.': 'Die Anfrage ist größer als {limit}.',
  Contents: 'Inhalt',
  'No worker process is running.': 'Kein Worker läuft.',
  '"{key}" must be true or false': '"{key}" muss true oder false sein',
}
const hebrew = { 'Log in': 'כניסה' }
let app: AppUnderTest
let plain: AppUnderTest

beforeAll(async () => {
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'locales', 'de.json'), JSON.stringify(german))
  writeFileSync(join(folder, 'locales', 'he.json'), JSON.stringify(hebrew))
  const mails = { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' }
  const config = { localesFolder: join(folder, 'locales'), defaultLanguage: 'he', ...mails }
  app = await appUnderTest({ config })
  plain = await appUnderTest()
})
afterAll(async () => {
  await Promise.all([app.close(), plain.close()])
  rmSync(folder, { recursive: true })
})

const de = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' } }
const page = { headers: { ...de.headers, accept: 'text/html' } }

async function lastMail() {
  const { rows } = await app.context.pool.query<{ subject: string; text: string; html: string }>(
    'select subject, text, html from mails order by id desc limit 1',
  )
  return rows[0]
}

describe('a request in another language', () => {
  it('gets the login page in it, named for caches', async () => {
    const reply = await app.anonymous.get('/login', page)
    expect(reply.body).toContain('<html lang="de">')
    expect(reply.body).toContain('<h1>Anmelden</h1>')
    expect(reply.body).toContain('Passwort')
    expect(reply.headers['content-language']).toBe('de')
    expect(reply.headers.vary).toMatch(/accept-language/i)
  })

  it('gets pages from right to left', async () => {
    const reply = await app.anonymous.get('/login', { headers: { 'accept-language': 'he' } })
    expect(reply.body).toContain('<html lang="he" dir="rtl">')
  })

  it('gets errors in it, with the same code', async () => {
    const reply = await app.anonymous.get('/api/queries', de)
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ code: 'auth.required', message: 'Nicht gefunden. Bitte anmelden.' })
    expect(reply.headers).toMatchObject({ 'content-language': 'de', 'cache-control': 'no-store' })
    expect(reply.headers.vary).toMatch(/accept-language/i)
  })

  it('gets the reason of an invalid request in it', async () => {
    const admin = await app.as(app.admin)
    const reply = await admin.post('/api/groups', {}, de)
    expect(reply.json()).toMatchObject({ field: 'name', message: 'name: Pflichtfeld.' })
  })

  it('gets errors of its body in it, which are found outside of any handler', async () => {
    const admin = await app.as(app.admin)
    const unstorable = await admin.post('/api/groups', { name: 'a\0' }, de)
    expect(unstorable.json().message).toBe('name: Texte dürfen U+0000 nicht enthalten.')
    const large = await app.anonymous.post('/login', { email: 'x'.repeat(300_000) }, de)
    expect(large.json()).toMatchObject({ code: 'request.too_large' })
    expect(large.json().message).toMatch(/^Die Anfrage ist größer als /)
  })

  it('gets translations as text, not as HTML', async () => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/login',
      headers: { ...page.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=a%40b.c&password=x',
    })
    expect(reply.body).toContain('E-Mail oder Passwort ist falsch &lt;b&gt;')
  })

  it('gets the reason why a run waits in it, also after a wait', async () => {
    const { id } = await createDataSource(app.context, {
      groups: { [app.organization.defaultGroup]: false },
    })
    const member = await app.as(app.member)
    const run = await member.post(
      '/api/query_results',
      { query: 'select 1', data_source_id: id, max_age: 0 },
      de,
    )
    expect(run.json().job.waiting).toEqual({ reason: 'Kein Worker läuft.', place: 1 })
    const reasonOf = async (options: object) =>
      (await member.get(`/api/jobs/${run.json().job.id}?wait=0.2`, options)).json().job.waiting.reason
    expect(await reasonOf(de)).toBe('Kein Worker läuft.')
    expect(await reasonOf({})).toBe('No worker process is running.')
  })

  it('gets what is wrong with a setting of SAML in it', async () => {
    const admin = await app.as(app.admin)
    const body = { auth_saml_sp_settings: '{"force_authn": 1}' }
    const reply = await admin.post('/api/settings/organization', body, de)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain('"force_authn" muss true oder false sein')
  })

  it('gets the mails that it requests in it', async () => {
    await app.anonymous.post('/forgot', { email: app.member.email }, de)
    const mail = await lastMail()
    expect(mail?.subject).toBe('Passwort zurücksetzen')
    expect(mail?.text).toContain('Hallo ')
    expect(mail?.html).toContain('<html lang="de">')
  })

  it('sends mails to others in the language of the instance', async () => {
    const admin = await app.as(app.admin)
    await admin.post('/api/users', { name: 'New', email: 'new@example.com' }, de)
    const mail = await lastMail()
    expect(mail?.subject).toContain('invited you to join Sextant')
    expect(mail?.html).toContain('<html lang="he" dir="rtl">')
  })

  it('gets the frame of the help in it; the help itself stays English', async () => {
    const [german, english] = await Promise.all([
      app.anonymous.get('/help/', page),
      app.anonymous.get('/help/'),
    ])
    expect(german.body).toContain('<main id="content" tabindex="-1" lang="en">')
    expect(german.body).toContain('>Inhalt<')
    expect(english.body).toContain('>Contents<')
    expect(german.headers.etag).not.toBe(english.headers.etag)
    expect(german.headers.vary).toMatch(/accept-encoding, accept-language/)
  })
})

describe('all other requests', () => {
  it.each([undefined, 'en', 'fr', `${'de;'.repeat(3000)}q=0`, `${'fr,'.repeat(2000)}de`, '*', '"><script>'])(
    'get English for %j',
    async (language) => {
      const headers = language === undefined ? {} : { 'accept-language': language }
      const reply = await app.anonymous.get('/api/queries', { headers })
      expect(reply.json().message).toBe("Couldn't find resource. Please login and try again.")
      expect(reply.headers['content-language']).toBe('en')
      const login = await app.anonymous.get('/login', { headers })
      const without = await plain.anonymous.get('/login', { headers })
      expect(login.body).toBe(without.body)
    },
  )

  it('get what an instance without other languages answers, and no language is named', async () => {
    const reply = await plain.anonymous.get('/api/queries', de)
    expect(reply.body).toBe(
      '{"message":"Couldn\'t find resource. Please login and try again.","code":"auth.required"}',
    )
    expect(reply.headers).not.toHaveProperty('content-language')
  })

  it('never mix: many at once, each in its own language', async () => {
    const languages = Array.from({ length: 60 }, (_, index) => ['de', 'he', 'en'][index % 3] ?? 'en')
    const replies = await Promise.all(
      languages.map((language) =>
        app.anonymous.get('/login', { headers: { 'accept-language': language, accept: 'text/html' } }),
      ),
    )
    const titles = { de: 'Anmelden', he: 'כניסה', en: 'Log in' } as Record<string, string>
    for (const [index, language] of languages.entries()) {
      expect(replies[index]?.body).toContain(`<h1>${titles[language]}</h1>`)
    }
  })
})

it('the audit log stays English', async () => {
  await app.anonymous.post('/login', { email: app.member.email, password: 'wrong' }, de)
  await app.anonymous.post('/login', { email: app.member.email, password: 'wrong' }, de)
  const { rows } = await app.context.pool.query<{ all: string | null }>(
    'select string_agg(events::text, chr(10)) as all from events',
  )
  expect(rows[0]?.all ?? '').not.toContain('falsch')
})
