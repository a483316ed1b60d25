import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith } from '#test/app-under-test.ts'

let app: AppUnderTest
beforeEach(async () => {
  app = await appUnderTest({ setUp: false })
})
afterEach(() => app.close())

const form = { name: 'Ada', email: 'Ada@Example.com', password: 'kupferkessel', org_name: 'Engines' }
const postForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: '/setup',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const countUsers = async () => (await app.context.pool.query('select id from users')).rowCount

describe('before set-up', () => {
  it('pages redirect to /setup, the API answers 401', async () => {
    for (const path of ['/', '/queries/5', '/login']) {
      const reply = await app.anonymous.get(path)
      expect([reply.statusCode, reply.headers.location], path).toEqual([302, '/setup'])
    }
    expect((await app.anonymous.get('/api/session')).statusCode).toBe(401)
    expect((await app.anonymous.get('/api/config')).statusCode).toBe(200)
    const page = await app.anonymous.get('/setup')
    expect(page.statusCode).toBe(200)
    expect(page.body).toMatch('name="org_name"')
  })

  it('login is refused', async () => {
    const reply = await app.anonymous.post('/login', { email: 'a@b', password: form.password })
    expect(reply.json().message).toBe('Wrong email or password.')
  })
})

describe('POST /setup', () => {
  it('creates the organization, its groups and an admin who is signed in', async () => {
    const reply = await postForm(form)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/'])
    const session = await browserWith(app.app, reply).get('/api/session')
    expect(session.json().user).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
    expect(session.json().user.permissions).toEqual([
      ...['admin', 'super_admin', 'create_dashboard', 'create_query', 'edit_dashboard', 'edit_query'],
      ...['view_query', 'view_source', 'execute_query', 'list_users', 'schedule_query', 'list_dashboards'],
      ...['list_alerts', 'list_data_sources'],
    ])
    const groups = await browserWith(app.app, reply).get('/api/groups')
    expect(groups.json().map((group: { name: string; type: string }) => [group.name, group.type])).toEqual([
      ['admin', 'builtin'],
      ['default', 'builtin'],
    ])
    const again = await app.anonymous.post('/login', { email: 'ada@example.com', password: form.password })
    expect(again.statusCode).toBe(200)
  })

  it('answers JSON to JSON', async () => {
    const reply = await app.anonymous.post('/setup', form)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ user: { email: 'ada@example.com' }, next: '/' })
  })

  it('stores argon2id with 19 MiB and two passes', async () => {
    await postForm(form)
    const { rows } = await app.context.pool.query('select password_hash from users')
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('shows the form again with its errors, without the password', async () => {
    const reply = await postForm({ name: '', email: '<x>', password: '12345', org_name: ' ' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toMatch(/role="alert"/)
    expect(reply.body.match(/This field is required\./g)).toHaveLength(4)
    expect(reply.body).toMatch('Invalid email address.')
    expect(reply.body).toMatch('Field must be at least 6 characters long.')
    expect(reply.body).not.toMatch('12345')
    expect(reply.body).not.toMatch('<x>')
    expect(await countUsers()).toBe(0)
  })

  it('names the fields to JSON clients', async () => {
    const reply = await app.anonymous.post('/setup', { ...form, email: 'x', password: undefined })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      message: 'email: Invalid email address.',
      code: 'setup.invalid',
      errors: { email: 'Invalid email address.', password: 'Field must be at least 6 characters long.' },
    })
  })

  it('is refused when it comes from another site', async () => {
    const reply = await postForm(form, { 'sec-fetch-site': 'cross-site' })
    expect(reply.statusCode).toBe(400)
    expect(await countUsers()).toBe(0)
  })

  it('is gone once a user exists', async () => {
    await postForm(form)
    const page = await app.anonymous.get('/setup')
    expect([page.statusCode, page.headers.location]).toEqual([302, '/'])
    const second = await postForm({ ...form, email: 'eve@example.com' })
    expect([second.statusCode, second.headers.location, second.cookies]).toEqual([302, '/', []])
    const json = await app.anonymous.post('/setup', { ...form, email: 'eve@example.com' })
    expect([json.statusCode, json.json().code]).toEqual([403, 'setup.done'])
    expect(await countUsers()).toBe(1)
  })

  it('creates exactly one admin from 50 simultaneous requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.anonymous.post('/setup', { ...form, email: `user${index}@example.com` }),
      ),
    )
    const statuses = replies.map((reply) => reply.statusCode).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 403)])
    expect(await countUsers()).toBe(1)
    const { rows } = await app.context.pool.query(
      'select (select count(*) from organizations) as organizations, (select count(*) from groups) as groups',
    )
    expect(rows).toEqual([{ organizations: 1, groups: 2 }])
    const losers = replies.filter((reply) => reply.statusCode === 403)
    expect(losers.flatMap((reply) => reply.cookies)).toEqual([])
  })
})
