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

  const linksOf = (user: TestUser, email: string) =>
    app.context.db
      .selectFrom('link_tokens')
      .where('user_id', '=', user.id)
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .where('purpose', '!=', 'verify_email')
      .select('purpose')
      .execute()
  const pressMailed = async (user: TestUser, address: string, kind: string, browser?: Caller) => {
    const mail = (await mails()).filter(({ recipient }) => recipient === address).at(-1)
    const link = new RegExp(`/${kind}/[\\w-]{43}`).exec(mail?.text ?? '')?.[0] ?? ''
    return await (browser ?? (await app.as(user))).post(link, {})
  }
  /** The address was changed to that of an attacker, who has verified it. */
  async function moved() {
    const user = await createUser(app.context)
    const attackers = newEmail()
    const browser = await app.as(user)
    await browser.post(`/api/users/${user.id}`, { email: attackers })
    expect((await pressMailed(user, attackers, 'verify')).statusCode).toBe(200)
    await app.context.db.deleteFrom('mails').execute()
    return { user, attackers }
  }

  it("an address that an admin enters again is the user's again, and the one in between gets nothing", async () => {
    const { user, attackers } = await moved()
    expect(await save(app, app.admin, user.id, { email: user.email })).toMatchObject({
      email: user.email,
      is_email_verified: true,
    })
    await (await app.as(app.admin)).post(`/api/users/${user.id}/reset_password`)
    // neither a link for a new password nor one that takes the address back
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([user.email])
    expect(await linksOf(user, attackers)).toEqual([])
  })

  it('an address that the user enters again is verified in its mailbox again, which ends the one in between', async () => {
    const { user, attackers } = await moved()
    const browser = await app.as({ ...user, email: attackers })
    const back = (await browser.post(`/api/users/${user.id}`, { email: user.email })).json()
    expect(back).toMatchObject({ email: user.email, is_email_verified: false })
    expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual(
      [attackers, user.email].toSorted(),
    )
    expect(await linksOf(user, attackers)).toEqual([{ purpose: 'restore_email' }])
    expect((await pressMailed(user, user.email, 'verify', browser)).statusCode).toBe(200)
    expect(await linksOf(user, attackers)).toEqual([])
    const restored = await pressMailed(user, attackers, 'restore', app.anonymous)
    expect(restored.json().code).toBe('link.unknown')
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
      const asThief = { email: evil, password: 'the thief' }
      const [actor, other] = [await logIn(by === 'user' ? asThief : app.admin), await logIn(asThief)]
      await app.context.db
        .insertInto('second_factors')
        .values({ user_id: user.id, encrypted_secret: Buffer.from('x'), begun_at: now, confirmed_at: now })
        .execute()
      const back = await actor.post(`/api/users/${user.id}`, { email: user.email })
      expect(back.json()).toMatchObject({ email: user.email, is_email_verified: by === 'admin' })
      if (by === 'user')
        expect((await actor.post(await lastLink(user.email, 'verify'), {})).statusCode).toBe(200)
      const byThief = await app.anonymous.post('/login', { email: user.email, password: 'the thief' })
      expect(byThief.json().code).toBe('auth.wrong_credentials')
      expect((await byKey()).statusCode).toBe(401)
      expect((await other.get('/api/session')).statusCode).toBe(401)
      await app.anonymous.post('/forgot', { email: user.email })
      const link = await lastLink(user.email, 'reset')
      expect((await app.anonymous.post(link, { password: 'mine again' })).statusCode).toBe(200)
      const owner = await logIn({ email: user.email, password: 'mine again' })
      expect((await owner.get('/api/session')).json()).toMatchObject({ user: { email: user.email } })
    },
  )

  it('changes nothing else if the address in between was never verified', async () => {
    const user = await createUser(app.context)
    const browser = await logIn(user)
    const key = async () => (await browser.get(`/api/users/${user.id}`)).json().api_key
    const before = await key()
    for (const email of [newEmail(), user.email])
      expect((await browser.post(`/api/users/${user.id}`, { email })).statusCode).toBe(200)
    expect(await key()).toBe(before)
    expect((await (await logIn(user)).get('/api/session')).json()).toMatchObject({
      user: { email: user.email },
    })
  })

  it('silences no address that was verified since: the owner of the last one takes the account back', async () => {
    const user = await createUser(app.context)
    const last = newEmail()
    const owner = await logIn(user)
    await owner.post(`/api/users/${user.id}`, { email: last })
    await owner.post(await lastLink(last, 'verify'), {})
    days(1)
    // a thief at the open session enters the older address, whose mailbox they do not have, and then their own
    const evil = newEmail()
    const thief = await logIn({ email: last, password: user.password })
    const returned = await thief.post(`/api/users/${user.id}`, { email: user.email })
    expect(returned.json()).toMatchObject({ is_email_verified: false, api_key: expect.any(String) })
    const undo = await lastLink(last, 'restore')
    expect(undo).not.toBe('')
    expect((await thief.post(`/api/users/${user.id}`, { email: evil })).statusCode).toBe(200)
    expect((await thief.post(await lastLink(evil, 'verify'), {})).statusCode).toBe(200)
    expect((await thief.post(`/api/users/${user.id}`, { email: user.email })).statusCode).toBe(200)
    days(5)
    expect((await app.anonymous.post(undo, {})).statusCode).toBe(200)
    expect((await thief.get('/api/session')).statusCode).toBe(401)
    const stored = await app.context.db
      .selectFrom('users')
      .where('id', '=', user.id)
      .select(['email', 'is_email_verified'])
      .executeTakeFirst()
    expect(stored).toEqual({ email: last, is_email_verified: true })
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
