import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest, day, minute } from '#test/clock-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { mailedLink } from '#test/mailed-link.ts'

let app: AppUnderTest
const clock = clockUnderTest()
beforeAll(async () => {
  app = await appUnderTest({
    config: {
      mailDefaultSender: 'sextant@example.com',
      publicUrl: 'https://sextant.example.com',
      loginsPerHour: 10_000,
      passwordResetsPerHour: 10_000,
      newUsersPerHour: 1000,
      remoteUserProxies: ['127.0.0.1'],
    },
    clock,
  })
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock.set('2030-01-01T12:00:00Z')
  await app.context.db.deleteFrom('mails').execute()
})

const newEmail = () => `person-${next()}@example.com`
async function logIn({ email, password }: Pick<TestUser, 'email' | 'password'>): Promise<Caller> {
  return browserWith(app.app, await app.anonymous.post('/login', { email, password }))
}
const stored = (id: number) =>
  app.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const answer = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().code]
const taken = [400, 'user.email_taken']

/** A user whose address was changed in their unattended browser. */
async function robbed(): Promise<{ user: TestUser; evil: string; browser: Caller }> {
  const user = await createUser(app.context)
  const browser = await logIn(user)
  const evil = newEmail()
  expect((await browser.post(`/api/users/${user.id}`, { email: evil })).statusCode).toBe(200)
  return { user, evil, browser }
}

const byProxy = (email: string) =>
  app.app.inject({ url: '/remote_user/login', headers: { 'x-forwarded-remote-user': email } })
const haveAddress = async (email: string) =>
  await app.context.db.selectFrom('users').select('id').where('email', '=', email).execute()

/** Every way of entering an address; all must refuse it. */
async function expectKept(email: string): Promise<void> {
  const other = await createUser(app.context)
  const admin = await logIn(app.admin)
  expect(answer(await (await logIn(other)).post(`/api/users/${other.id}`, { email }))).toEqual(taken)
  expect(answer(await admin.post(`/api/users/${other.id}`, { email: email.toUpperCase() }))).toEqual(taken)
  for (const path of ['/api/users', '/api/users?no_invite=true']) {
    expect(answer(await admin.post(path, { name: 'X', email }))).toEqual(taken)
    expect(answer(await app.withKey(app.admin.api_key).post(path, { name: 'X', email }))).toEqual(taken)
  }
  expect((await byProxy(email)).headers['set-cookie'] ?? '').not.toContain('session=')
  expect(await haveAddress(email)).toEqual([])
}

describe('the former address of a user', () => {
  it('cannot be entered by others while the new one is not verified', async () => {
    const { user } = await robbed()
    await expectKept(user.email)
    // not even after the link: the account has no other verified address
    clock.pass(8 * day)
    await expectKept(user.email)
  })

  it('cannot be entered by others for a week after the new one is verified', async () => {
    const { user, evil, browser } = await robbed()
    await browser.post(await mailedLink(app, evil, 'verify'), {})
    await expectKept(user.email)
    clock.pass(7 * day - minute)
    await expectKept(user.email)
    const restored = await app.anonymous.post(await mailedLink(app, user.email, 'restore'), {})
    expect(restored.statusCode).toBe(200)
  })

  it('is free for others after the week', async () => {
    const { user, evil, browser } = await robbed()
    await browser.post(await mailedLink(app, evil, 'verify'), {})
    clock.pass(7 * day + minute)
    const other = await createUser(app.context)
    const reply = await (await logIn(other)).post(`/api/users/${other.id}`, { email: user.email })
    expect(reply.statusCode).toBe(200)
  })

  it('can be entered by the user themself', async () => {
    const { user, browser } = await robbed()
    const back = await browser.post(`/api/users/${user.id}`, { email: user.email })
    expect([back.statusCode, back.json().email]).toEqual([200, user.email])
  })

  it('stays free for its user when both change at once', async () => {
    for (let round = 0; round < 8; round++) {
      const user = await createUser(app.context)
      const other = await createUser(app.context)
      const [mine, theirs, admin] = await Promise.all([logIn(user), logIn(other), logIn(app.admin)])
      const [changed, ...grabs] = await Promise.all([
        mine.post(`/api/users/${user.id}`, { email: newEmail() }),
        theirs.post(`/api/users/${other.id}`, { email: user.email }),
        admin.post('/api/users', { name: 'X', email: user.email }),
      ])
      expect(changed.statusCode).toBe(200)
      for (const grab of grabs) expect(answer(grab)).toEqual(taken)
      const restored = await app.anonymous.post(await mailedLink(app, user.email, 'restore'), {})
      expect(restored.statusCode).toBe(200)
      await app.context.db.deleteFrom('mails').execute()
    }
  })
})

/** As a former version allowed it: another user has the former address. */
async function hold(email: string, values: object): Promise<TestUser> {
  const holder = await createUser(app.context)
  await app.context.db
    .updateTable('users')
    .set({ email, ...values })
    .where('id', '=', holder.id)
    .execute()
  return holder
}

describe('a restore link', () => {
  const changed = { is_email_verified: false, is_address_new: true }

  it('wins over a user who has the address and never verified it: they get their own back', async () => {
    const { user } = await robbed()
    const holder = await createUser(app.context)
    const open = await logIn(holder)
    const { id } = holder
    const values = { ...changed, email: user.email, proved_email: holder.email }
    await app.context.db.updateTable('users').set(values).where('id', '=', id).execute()
    const restored = await app.anonymous.post(await mailedLink(app, user.email, 'restore'), {})
    expect(restored.statusCode).toBe(200)
    expect((await stored(user.id)).email).toBe(user.email)
    expect(await stored(id)).toMatchObject({
      ...{ email: holder.email, is_email_verified: true, is_address_new: false, proved_email: null },
      disabled_at: null,
    })
    expect((await open.get('/api/session')).statusCode).toBe(401)
    expect((await (await logIn(holder)).get('/api/session')).statusCode).toBe(200)
    await expect
      .poll(() =>
        app.context.db
          .selectFrom('events')
          .select(['additional_properties'])
          .where('action', '=', 'restore_email')
          .where('user_id', '=', user.id)
          .execute(),
      )
      .toEqual([{ additional_properties: { email: user.email, taken_from: id } }])
  })

  it('wins over invited people and users without any verified address: an admin gives them a new one', async () => {
    for (const values of [changed, { is_email_verified: false }, { is_invitation_pending: true }]) {
      const { user } = await robbed()
      const holder = await hold(user.email, values)
      const restored = await app.anonymous.post(await mailedLink(app, user.email, 'restore'), {})
      expect(restored.statusCode).toBe(200)
      const left = await stored(holder.id)
      expect(left.email).toMatch(new RegExp(`^user-${holder.id}-[0-9a-f]{16}@address-taken-back\\.invalid$`))
      expect(left).toMatchObject({ ...changed, proved_email: null, disabled_at: null })
      const given = newEmail()
      const admin = await logIn(app.admin)
      expect((await admin.post(`/api/users/${holder.id}`, { email: given })).json().email).toBe(given)
    }
  })

  it('takes no address from a user who verified it', async () => {
    const { user } = await robbed()
    await hold(user.email, {})
    const refused = await app.anonymous.post(await mailedLink(app, user.email, 'restore'), {})
    expect(answer(refused)).toEqual([409, 'link.address_taken'])
  })
})

describe('a forgotten password', () => {
  it('goes to the user who verified the address, not to one who only entered it', async () => {
    const { user } = await robbed()
    const first = await createUser(app.context)
    const values = { email: user.email, is_email_verified: false, is_address_new: true }
    const proved_email = first.email
    await app.context.db
      .updateTable('users')
      .set({ ...values, proved_email })
      .where('id', '=', first.id)
      .execute()
    expect((await app.anonymous.post('/forgot', { email: user.email })).statusCode).toBe(200)
    const link = await mailedLink(app, user.email, 'reset')
    expect((await app.anonymous.post(link, { password: 'mine again' })).statusCode).toBe(200)
    expect((await stored(user.id)).password_hash).not.toBeNull()
    expect(await mailedLink(app, first.email, 'reset')).toBe('')
  })
})
