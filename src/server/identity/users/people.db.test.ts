import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { createGroup, createQuery, createUser, next } from '#test/factories.ts'

let app: AppUnderTest
let admin: Caller
let member: Caller
beforeAll(async () => {
  app = await appUnderTest({
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      blockedDomains: ['Throwaway.example'],
      newUsersPerHour: 1000,
    },
  })
  admin = await app.as(app.admin)
  member = await app.as(app.member)
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.context.db.deleteFrom('mails').execute()
})

const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()
const answered = (reply: { statusCode: number; json(): { code?: string; field?: string } }) => [
  reply.statusCode,
  reply.json().code,
  reply.json().field,
]
const newEmail = () => `person-${next()}@example.com`
async function invited(fields: { name?: string; email?: string } = {}) {
  const reply = await admin.post('/api/users', { name: 'Grace', email: newEmail(), ...fields })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}

describe('POST /api/users', () => {
  it('401, 400 that names the field, 403', async () => {
    expect((await app.anonymous.post('/api/users', { name: 'A', email: 'a@b.c' })).statusCode).toBe(401)
    expect((await member.post('/api/users', { name: 'A', email: 'a@b.c' })).statusCode).toBe(403)
    const invite = async (body: unknown) => answered(await admin.post('/api/users', body))
    expect(await invite({ email: 'a@b.c' })).toEqual([400, 'request.invalid', 'name'])
    expect(await invite({ name: ' ', email: 'a@b.c' })).toEqual([400, 'request.invalid', 'name'])
    expect(await invite({ name: 'A', email: '' })).toEqual([400, 'request.invalid', 'email'])
    for (const email of ['nobody', 'a@', '@b', 'a b@c.d', 'a@THROWAWAY.example'])
      expect(await invite({ name: 'A', email })).toEqual([400, 'user.bad_email', 'email'])
    expect(await invite({ name: 'A', email: 'MEMBER@example.com' })).toEqual([
      400,
      'user.email_taken',
      'email',
    ])
    expect(await mails()).toEqual([])
  })

  it('creates an invited user in the group default, and mails the link', async () => {
    const user = await invited({ name: ' Grace <b>Hopper</b> ', email: 'Grace@Example.com' })
    expect(user).toMatchObject({
      name: 'Grace <b>Hopper</b>',
      email: 'grace@example.com',
      is_invitation_pending: true,
      groups: [app.organization.defaultGroup],
      auth_type: 'external',
      is_disabled: false,
    })
    expect(user).not.toHaveProperty('invite_link')
    const [mail] = await mails()
    expect(mail).toMatchObject({
      recipient: 'grace@example.com',
      subject: 'admin invited you to join Sextant',
    })
    expect(mail?.text).toMatch(/https:\/\/sextant\.example\.com\/invite\/[\w-]{43}\n/)
    expect(mail?.html).not.toContain('<b>Hopper')
  })

  it('answers the link when no mail is wanted, or none can be sent', async () => {
    const reply = await admin.post('/api/users?no_invite', { name: 'A', email: newEmail() })
    expect(reply.json().invite_link).toMatch(/^https:\/\/sextant\.example\.com\/invite\/[\w-]{43}$/)
    expect(await mails()).toEqual([])
    const quiet = await appUnderTest()
    const made = await (await quiet.as(quiet.admin)).post('/api/users', { name: 'A', email: newEmail() })
    expect(made.json().invite_link).toMatch(/\/invite\/[\w-]{43}$/)
    await quiet.close()
  })

  it('gives one address to one of fifty simultaneous requests', async () => {
    const email = newEmail()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => admin.post('/api/users', { name: 'A', email })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(49)
    expect(await mails()).toHaveLength(1)
  })

  it('is limited for each network', async () => {
    const other = await appUnderTest({ config: { newUsersPerHour: 2 } })
    const browser = await other.as(other.admin)
    const statuses = []
    for (let place = 0; place < 3; place++)
      statuses.push((await browser.post('/api/users', { name: 'A', email: newEmail() })).statusCode)
    expect(statuses).toEqual([200, 200, 429])
    await other.close()
  })
})

describe('POST /api/users/:id', () => {
  const save = (caller: Caller, id: number, body: unknown) => caller.post(`/api/users/${id}`, body)

  it('401, 400, 403, 404', async () => {
    const { id } = app.member
    expect((await save(app.anonymous, id, { name: 'A' })).statusCode).toBe(401)
    expect(answered(await save(member, id, { name: '' }))).toEqual([400, 'request.invalid', 'name'])
    expect(answered(await save(member, id, { email: 'x' }))).toEqual([400, 'user.bad_email', 'email'])
    expect(answered(await save(member, id, { email: app.admin.email }))).toEqual([
      400,
      'user.email_taken',
      'email',
    ])
    expect(answered(await save(member, app.viewer.id, { name: 'A' }))[1]).toBe('auth.forbidden')
    expect((await save(admin, 999_999, { name: 'A' })).statusCode).toBe(404)
    expect((await save(member, 999_999, { name: 'A' })).statusCode).toBe(403)
  })

  it('changes the given fields; read-only fields stay', async () => {
    const user = await createUser(app.context)
    const reply = await save(await app.as(user), user.id, {
      id: app.admin.id,
      name: ' New name ',
      is_email_verified: true,
      api_key: 'mine',
      disabled_at: null,
    })
    expect(reply.json()).toMatchObject({
      id: user.id,
      name: 'New name',
      email: user.email,
      api_key: user.api_key,
    })
  })

  it('lets only admins choose the groups of others', async () => {
    const user = await createUser(app.context)
    const group = await createGroup(app.context)
    const { defaultGroup, adminGroup } = app.organization
    const own = await app.as(user)
    expect(answered(await save(own, user.id, { group_ids: [defaultGroup, adminGroup] }))).toEqual([
      ...[403, 'user.groups_by_admin', 'group_ids'],
    ])
    // a form that sends unchanged values
    expect((await save(own, user.id, { name: 'Same', group_ids: [defaultGroup] })).statusCode).toBe(200)
    expect(answered(await save(admin, user.id, { group_ids: [defaultGroup, 999_999] }))).toEqual([
      ...[400, 'user.unknown_group', 'group_ids'],
    ])
    const changed = await save(admin, user.id, { group_ids: [group, defaultGroup, group] })
    expect(changed.json().groups).toEqual([defaultGroup, group].sort((a, b) => a - b))
    expect((await save(admin, user.id, { group_ids: [] })).json().groups).toHaveLength(2)
    const left = await save(admin, app.admin.id, { group_ids: [defaultGroup] })
    expect(answered(left)[1]).toBe('user.leave_builtin_group')
  })

  it('stores a new address, which must be verified, and ends other sessions', async () => {
    const user = await createUser(app.context)
    const login = () => app.anonymous.post('/login', { email: user.email, password: user.password })
    const [here, there] = [await app.as(user), await login()]
    const email = newEmail()
    const reply = await save(here, user.id, { email: ` ${email.toUpperCase()} ` })
    expect(reply.json()).toMatchObject({ email, is_email_verified: false })
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [user.email, 'Your email address in Sextant was changed'],
      [email, expect.stringMatching(/, please verify your email address$/)],
    ])
    expect((await here.get('/api/session')).json().messages).toEqual(['email-not-verified'])
    const cookie = there.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await app.anonymous.get('/api/session', { headers: { cookie } })).statusCode).toBe(401)
    // sending the same address changes nothing
    await app.context.db.deleteFrom('mails').execute()
    await save(here, user.id, { email })
    expect(await mails()).toEqual([])
  })

  it('changes only one’s own password, with the current one, and ends other sessions', async () => {
    const user = await createUser(app.context)
    const { email, password: old_password } = user
    const login = (password: string) => app.anonymous.post('/login', { email, password })
    const here = await app.as(user)
    const there = (await login(old_password)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const change = async (body: unknown, caller = here) => answered(await save(caller, user.id, body))
    expect(await change({ password: 'new password' })).toEqual([403, 'user.password_needed', 'old_password'])
    expect(await change({ password: 'new password', old_password: 'wrong' })).toEqual([
      ...[403, 'user.wrong_password', 'old_password'],
    ])
    expect(await change({ password: 'short', old_password })).toEqual([400, 'request.invalid', 'password'])
    expect((await change({ password: 'new password', old_password }, admin))[1]).toBe(
      'user.password_of_other',
    )
    expect((await login(old_password)).statusCode).toBe(200)
    expect((await change({ password: 'new password', old_password }))[0]).toBe(200)
    expect((await here.get('/api/session')).statusCode).toBe(200)
    expect((await app.anonymous.get('/api/session', { headers: { cookie: there } })).statusCode).toBe(401)
    expect((await login(old_password)).statusCode).toBe(400)
    expect((await login('new password')).statusCode).toBe(200)
  })

  it('limits guesses of the current password', async () => {
    const other = await appUnderTest({ config: { loginsPerHour: 3 } })
    const { id } = other.member
    const browser = await other.as(other.member)
    const statuses = []
    for (let place = 0; place < 4; place++) {
      const reply = await save(browser, id, { password: 'long enough', old_password: `guess ${place}` })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([403, 403, 403, 429])
    await other.close()
  })

  it('counts guesses for each login, so a stolen session keeps the owner from nothing', async () => {
    const other = await appUnderTest({ config: { loginsPerHour: 3 } })
    const { id, email, password } = other.member
    const logIn = async () =>
      browserWith(other.app, await other.anonymous.post('/login', { email, password, remember: true }))
    const guess = async (browser: Caller, given = 'a guess') =>
      (await browser.post('/api/session/proof', { password: given })).statusCode
    const stolen = await logIn()
    // the remembered login opens further sessions, which are no further logins
    const remembered = /remember_token=[^;]+/.exec(stolen.headers['cookie'] ?? '')?.[0] ?? ''
    const opened = async () =>
      browserWith(other.app, await other.anonymous.get('/ping', { headers: { cookie: remembered } }))
    for (const expected of [403, 403, 403, 429]) expect(await guess(await opened())).toBe(expected)
    expect(await guess(stolen, password)).toBe(429)
    const own = await logIn()
    expect(await guess(own, password)).toBe(200)
    const change = { password: 'long enough', old_password: password }
    expect((await save(own, id, change)).statusCode).toBe(200)
    await other.close()
  })

  it('counts all guesses at an account as well', async () => {
    const other = await appUnderTest({ config: { loginsPerHour: 3 } })
    const { email, password } = other.member
    const statuses: number[] = []
    for (let login = 0; login < 5; login++) {
      const browser = browserWith(other.app, await other.anonymous.post('/login', { email, password }))
      for (let place = 0; place < 3; place++)
        statuses.push((await browser.post('/api/session/proof', { password: 'a guess' })).statusCode)
    }
    expect(statuses).toEqual([...Array(12).fill(403), 429, 429, 429])
    await other.close()
  })
})

describe('disabled users', () => {
  it('lose access everywhere at once, and regain it with their password', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    const disable = await admin.post(`/api/users/${user.id}/disable`)
    expect(disable.json()).toMatchObject({
      id: user.id,
      is_disabled: true,
      profile_image_url: '/static/images/avatar.svg',
    })
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect((await app.withKey(user.api_key).get('/api/session')).statusCode).toBe(401)
    const login = () => app.anonymous.post('/login', { email: user.email, password: user.password })
    expect((await login()).statusCode).toBe(400)
    for (const url of ['regenerate_api_key', 'reset_password'])
      expect((await admin.post(`/api/users/${user.id}/${url}`)).statusCode).toBe(404)
    expect((await admin.delete(`/api/users/${user.id}/disable`)).json().is_disabled).toBe(false)
    // ended sessions stay ended
    expect((await browser.get('/api/session')).statusCode).toBe(401)
    expect((await login()).statusCode).toBe(200)
  })

  it('401, 403, 404, not oneself', async () => {
    const url = `/api/users/${app.member.id}/disable`
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await app.anonymous.request(method, url)).statusCode).toBe(401)
      expect((await member.request(method, url)).statusCode).toBe(403)
      expect((await admin.request(method, '/api/users/999999/disable')).statusCode).toBe(404)
    }
    expect(answered(await admin.post(`/api/users/${app.admin.id}/disable`))[1]).toBe('user.disable_self')
  })

  it('never leave an instance without an admin, even when two admins act at once', async () => {
    const other = await appUnderTest()
    const { adminGroup, defaultGroup } = other.organization
    const second = await createUser(other.context, { groups: [adminGroup, defaultGroup] })
    const [one, two] = [await other.as(other.admin), await other.as(second)]
    const replies = await Promise.all([
      one.post(`/api/users/${second.id}/disable`),
      two.post(`/api/users/${other.admin.id}/disable`),
    ])
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    await other.close()
  })
})

describe('DELETE /api/users/:id', () => {
  it('401, 403, 404, and only for pending invitations', async () => {
    const { id } = await invited()
    expect((await app.anonymous.delete(`/api/users/${id}`)).statusCode).toBe(401)
    expect((await member.delete(`/api/users/${id}`)).statusCode).toBe(403)
    expect((await admin.delete('/api/users/999999')).statusCode).toBe(404)
    expect(answered(await admin.delete(`/api/users/${app.admin.id}`))[1]).toBe('user.delete_self')
    expect(answered(await admin.delete(`/api/users/${app.member.id}`))[1]).toBe('user.delete_active')
    expect((await admin.delete(`/api/users/${id}`)).json().id).toBe(id)
    expect((await admin.get(`/api/users/${id}`)).statusCode).toBe(404)
  })

  it('says so when the user owns something', async () => {
    const { id } = await invited()
    await createQuery(app.context, { user_id: id })
    expect(answered(await admin.delete(`/api/users/${id}`)).slice(0, 2)).toEqual([409, 'user.delete_owner'])
  })
})

describe('sessions', () => {
  it('are shown to their user and to admins, one per login, and can be ended', async () => {
    const user = await createUser(app.context)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
    const login = await app.anonymous.post(
      '/login',
      { email: user.email, password: user.password, remember: true },
      { headers: { 'user-agent': agent } },
    )
    const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const there = () => app.anonymous.get('/api/session', { headers: { cookie } })
    const here = await app.as(user)
    const url = `/api/users/${user.id}/sessions`
    expect((await app.anonymous.get(url)).statusCode).toBe(401)
    expect((await member.get(url)).statusCode).toBe(403)
    expect((await admin.get('/api/users/999999/sessions')).statusCode).toBe(404)
    const sessions = (await here.get(url)).json()
    expect(sessions).toEqual([
      expect.objectContaining({ is_current: true, is_remembered: false, ip: '127.0.0.1' }),
      expect.objectContaining({
        is_current: false,
        is_remembered: true,
        browser: 'PC / Linux / Firefox 130',
      }),
    ])
    expect((await admin.get(url)).json()).toHaveLength(2)
    expect((await member.delete(`${url}/${sessions[1].id}`)).statusCode).toBe(403)
    expect((await here.delete(`${url}/x`)).statusCode).toBe(404)
    expect((await here.delete(`${url}/${sessions[1].id}`)).statusCode).toBe(200)
    expect((await here.delete(`${url}/${sessions[1].id}`)).statusCode).toBe(404)
    expect((await there()).statusCode).toBe(401)
    // ends all others: this browser stays
    await app.anonymous.post('/login', { email: user.email, password: user.password, remember: true })
    expect((await here.delete(url)).statusCode).toBe(200)
    expect((await here.get(url)).json()).toHaveLength(1)
    expect((await admin.delete(url)).statusCode).toBe(200)
    expect((await here.get('/api/session')).statusCode).toBe(401)
    expect((await admin.get('/api/session')).statusCode).toBe(200)
  })

  it('stay one entry when "Remember me" restores the session', async () => {
    const user = await createUser(app.context)
    const login = await app.anonymous.post('/login', {
      email: user.email,
      password: user.password,
      remember: true,
    })
    const remember = login.cookies.find(({ name }) => name === 'remember_token')?.value ?? ''
    await app.anonymous.get('/api/session', { headers: { cookie: `remember_token=${remember}` } })
    expect((await admin.get(`/api/users/${user.id}/sessions`)).json()).toHaveLength(1)
  })
})
