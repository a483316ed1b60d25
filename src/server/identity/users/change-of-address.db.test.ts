import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admit } from '#server/identity/sign-in/admit-person.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { createUser, next, type TestUser } from '#test/factories.ts'
import { cleanSessions } from '../session/clean-sessions-job.ts'

const newEmail = () => `person-${next()}@example.com`
const save = async (app: AppUnderTest, by: TestUser, id: number, body: object) =>
  (await (await app.as(by)).post(`/api/users/${id}`, body)).json()

describe('where no mail can be sent', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await appUnderTest()
  })
  afterAll(() => app?.close())

  const comeAs = (email: string) =>
    admit(app.context, {
      provider: 'openid',
      issuer: 'https://login.example.com',
      subject: email,
      name: 'The owner',
      email,
      is_email_verified: true,
    })

  it('users cannot claim an address to wait for its owner to sign in', async () => {
    const squatter = await createUser(app.context)
    const email = newEmail()
    expect(await save(app, squatter, squatter.id, { email })).toMatchObject({
      email,
      is_email_verified: false,
    })
    await expect(comeAs(email)).rejects.toMatchObject({ code: 'sign_in.account_not_verified' })
    // users could not verify it
    expect((await (await app.as(squatter)).get('/api/session')).json().messages).toEqual([])
  })

  it('an address set by an admin counts as verified', async () => {
    const user = await createUser(app.context)
    const email = newEmail()
    expect(await save(app, app.admin, user.id, { email })).toMatchObject({ is_email_verified: true })
    expect(await comeAs(email)).toBe(user.id)
  })
})

describe('where mails are sent', () => {
  let app: AppUnderTest
  beforeAll(async () => {
    app = await appUnderTest({
      config: { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' },
    })
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    await app.context.db.deleteFrom('mails').execute()
  })
  const mails = () => app.context.db.selectFrom('mails').selectAll().orderBy('id').execute()

  it('the former address is told, as a person at an unattended browser could take over the account', async () => {
    const user = await createUser(app.context, { name: 'Ada <b>' })
    const email = newEmail()
    await save(app, user, user.id, { email })
    const told = (await mails()).find(({ recipient }) => recipient === user.email)
    expect(told?.subject).toBe('Your email address in Sextant was changed')
    expect(told?.text).toContain(email)
    expect(told?.text).toContain('https://sextant.example.com')
    expect(told?.text).not.toContain('/verify/')
    expect(told?.text).toMatch(/https:\/\/sextant\.example\.com\/restore\/[\w-]{43}/)
    expect(told?.html).not.toContain('<b>')
  })

  it('an address that the user takes back on their profile, or an admin enters again, is theirs again', async () => {
    for (const by of ['user', 'admin'] as const) {
      const user = await createUser(app.context)
      const attackers = newEmail()
      await save(app, user, user.id, { email: attackers })
      const [toAttacker] = (await mails()).filter(({ recipient }) => recipient === attackers)
      const verify = /\/verify\/[\w-]{43}/.exec(toAttacker?.text ?? '')?.[0] ?? ''
      expect((await (await app.as(user)).post(verify)).statusCode).toBe(200)
      await app.context.db.deleteFrom('mails').execute()
      const actor = by === 'user' ? user : app.admin
      expect(await save(app, actor, user.id, { email: user.email })).toMatchObject({
        email: user.email,
        is_email_verified: true,
      })
      await (await app.as(app.admin)).post(`/api/users/${user.id}/reset_password`)
      // nothing to the attacker: neither a link for a new password nor one that takes the address back
      expect((await mails()).map(({ recipient }) => recipient)).toEqual([user.email])
      const links = await app.context.db
        .selectFrom('link_tokens')
        .where('user_id', '=', user.id)
        .where('email', '=', attackers)
        .where('used_at', 'is', null)
        .select('purpose')
        .execute()
      expect(links.filter(({ purpose }) => purpose !== 'verify_email')).toEqual([])
    }
  })

  it('invited people and unverified addresses are not told', async () => {
    const invited = (
      await (await app.as(app.admin)).post('/api/users?no_invite', { name: 'A', email: newEmail() })
    ).json()
    await save(app, app.admin, invited.id, { email: newEmail() })
    expect(await mails()).toEqual([])
    const user = await createUser(app.context)
    const [first, second] = [newEmail(), newEmail()]
    await save(app, user, user.id, { email: first })
    await save(app, user, user.id, { email: second })
    // both changes are told to the verified address
    const recipients = (await mails()).map(({ recipient }) => recipient).sort()
    expect(recipients).toEqual([first, second, user.email, user.email].sort())
  })
})

describe('an address that an admin enters again after the week of its link', () => {
  let app: AppUnderTest
  let now = new Date('2030-01-01T12:00:00Z')
  beforeAll(async () => {
    const mails = { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' }
    app = await appUnderTest({ clock: () => now, config: mails })
  })
  afterAll(() => app?.close())

  const days = (count: number) => {
    now = new Date(now.getTime() + count * 24 * 60 * 60_000)
  }
  const logIn = async ({ email, password }: Pick<TestUser, 'email' | 'password'>) =>
    browserWith(app.app, await app.anonymous.post('/login', { email, password }))
  const mailsTo = (recipient: string) =>
    app.context.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).orderBy('id').execute()
  const lastLink = async (to: string, kind: string) =>
    new RegExp(`/${kind}/[\\w-]{43}`).exec((await mailsTo(to)).at(-1)?.text ?? '')?.[0] ?? ''

  /** A thief has moved the account to an address of theirs and verified it. */
  async function stolen(): Promise<{ user: TestUser; evil: string; thief: Caller }> {
    const user = await createUser(app.context)
    const evil = newEmail()
    const thief = await logIn(user)
    expect((await thief.post(`/api/users/${user.id}`, { email: evil })).statusCode).toBe(200)
    expect((await thief.post(await lastLink(evil, 'verify'), {})).statusCode).toBe(200)
    return { user, evil, thief }
  }

  it('is theirs at once, and the address in between can undo nothing', async () => {
    const { user, evil, thief } = await stolen()
    days(6)
    // a further address of the thief, so that the one before gets a link that works a week longer
    const { password } = user
    const further = newEmail()
    const again = await logIn({ email: evil, password })
    expect((await again.post(`/api/users/${user.id}`, { email: further })).statusCode).toBe(200)
    const undo = await lastLink(evil, 'restore')
    days(2)
    await cleanSessions(app.context)
    await app.context.db.deleteFrom('mails').execute()
    const admin = await logIn(app.admin)
    const reply = await admin.post(`/api/users/${user.id}`, { email: user.email })
    expect(reply.json()).toMatchObject({ email: user.email, is_email_verified: true })
    const told = [...(await mailsTo(evil)), ...(await mailsTo(further))]
    expect(told).toHaveLength(1)
    expect(`${told[0]?.text}${told[0]?.html}`).not.toContain('/restore/')
    expect((await app.anonymous.post(undo, {})).json().code).toBe('link.unknown')
    for (const each of [thief, again]) expect((await each.get('/api/session')).statusCode).toBe(401)
    await app.anonymous.post('/forgot', { email: user.email })
    expect(await lastLink(user.email, 'reset')).not.toBe('')
  })

  it.each(['user', 'admin'] as const)(
    'leaves a thief nothing of what the address in between gave them (entered by: %s)',
    async (by) => {
      const { user, evil, thief } = await stolen()
      const key = (await thief.get(`/api/users/${user.id}`)).json().api_key
      const byKey = () => app.anonymous.get(`/api/session?api_key=${key}`)
      expect((await byKey()).statusCode).toBe(200)
      await app.anonymous.post('/forgot', { email: evil })
      const chosen = await app.anonymous.post(await lastLink(evil, 'reset'), { password: 'the thief' })
      expect(chosen.statusCode).toBe(200)
      // as after a login at a provider: the request shows no password
      const actor = await logIn(by === 'user' ? { email: evil, password: 'the thief' } : app.admin)
      await app.context.db
        .insertInto('second_factors')
        .values({ user_id: user.id, encrypted_secret: Buffer.from('x'), begun_at: now, confirmed_at: now })
        .execute()
      const back = await actor.post(`/api/users/${user.id}`, { email: user.email })
      expect(back.json()).toMatchObject({ email: user.email, is_email_verified: true })
      const byThief = await app.anonymous.post('/login', { email: user.email, password: 'the thief' })
      expect(byThief.json().code).toBe('auth.wrong_credentials')
      expect((await byKey()).statusCode).toBe(401)
      await app.anonymous.post('/forgot', { email: user.email })
      const link = await lastLink(user.email, 'reset')
      expect((await app.anonymous.post(link, { password: 'mine again' })).statusCode).toBe(200)
      expect(
        (await (await logIn({ email: user.email, password: 'mine again' })).get('/api/session')).json(),
      ).toMatchObject({
        user: { email: user.email },
      })
    },
  )

  it('keeps the password of a user who has typed it, and everything if the address in between was never verified', async () => {
    const { user, evil } = await stolen()
    const { email, password } = user
    const browser = await logIn({ email: evil, password })
    const back = await browser.post(`/api/users/${user.id}`, { email, old_password: password })
    expect(back.json()).toMatchObject({ email, is_email_verified: true })
    const again = await logIn(user)
    const key = async () => (await again.get(`/api/users/${user.id}`)).json().api_key
    const before = await key()
    for (const address of [newEmail(), email])
      expect((await again.post(`/api/users/${user.id}`, { email: address })).statusCode).toBe(200)
    expect(await key()).toBe(before)
    expect((await (await logIn(user)).get('/api/session')).statusCode).toBe(200)
  })

  it('is an address like any other when the user enters it: they may have lost the mailbox', async () => {
    const { user, evil } = await stolen()
    days(8)
    const { password } = user
    const reply = await (await logIn({ email: evil, password })).post(`/api/users/${user.id}`, {
      email: user.email,
    })
    expect(reply.json()).toMatchObject({ email: user.email, is_email_verified: false })
    expect(await lastLink(evil, 'restore')).not.toBe('')
  })

  it('is forgotten after a year', async () => {
    const { user, evil } = await stolen()
    days(400)
    await cleanSessions(app.context)
    const reply = await (await logIn(app.admin)).post(`/api/users/${user.id}`, { email: user.email })
    expect(reply.json()).toMatchObject({ is_email_verified: false })
    expect(await lastLink(evil, 'restore')).not.toBe('')
  })
})
