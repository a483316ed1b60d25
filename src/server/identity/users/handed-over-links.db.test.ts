import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { clockUnderTest, minute } from '#test/clock-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { next } from '#test/factories.ts'
import { storePassword } from '../account-links/account-link-store.ts'

const clock = clockUnderTest('2030-01-01T12:00:00Z')
const remoteUserProxies = ['10.0.0.5']
let app: AppUnderTest
let withoutMails: AppUnderTest
beforeAll(async () => {
  const mails = { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' }
  app = await appUnderTest({ clock, config: { remoteUserProxies, newUsersPerHour: 1000, ...mails } })
  withoutMails = await appUnderTest({ clock, config: { remoteUserProxies, newUsersPerHour: 1000 } })
})
afterAll(async () => {
  await app?.close()
  await withoutMails?.close()
})

interface Invited {
  id: number
  email: string
  link: string | undefined
}

async function invite(by: Caller, query = ''): Promise<Invited> {
  const email = `person-${next()}@example.com`
  const reply = await by.post(`/api/users${query}`, { name: 'Grace', email })
  expect(reply.statusCode).toBe(200)
  return { id: reply.json().id, email, link: reply.json().invite_link }
}

const password = 'known to the inviter'
const accept = (to: AppUnderTest, link = '') => to.anonymous.post(new URL(link).pathname, { password })
const isVerified = async (to: AppUnderTest, { id }: Invited) =>
  (await to.withKey(to.admin.api_key).get(`/api/users/${id}`)).json().is_email_verified

/** The id of the user that the person with this address gets from a provider; null: they are refused. */
async function cameByProvider(to: AppUnderTest, { email }: Invited): Promise<number | null> {
  const headers = { 'x-forwarded-remote-user': email }
  const reply = await to.app.inject({ url: '/remote_user/login', remoteAddress: '10.0.0.5', headers })
  return (await browserWith(to.app, reply).get('/api/session')).json().user?.id ?? null
}

/** The link in the last mail to this address. */
async function mailedLink({ email }: Invited): Promise<string> {
  const mails = await app.context.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()
  return /https:\/\/\S+\/invite\/[\w-]{43}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

async function logIn(to: AppUnderTest): Promise<Caller> {
  const { email, password: own } = to.admin
  return browserWith(to.app, await to.anonymous.post('/login', { email, password: own }))
}

describe('a link that was handed over', () => {
  it('verifies no address: the person at a provider does not get the account', async () => {
    for (const by of [app.withKey(app.admin.api_key), await logIn(app)]) {
      const invited = await invite(by, '?no_invite=1')
      expect((await accept(app, invited.link)).statusCode).toBe(200)
      expect(await isVerified(app, invited)).toBe(false)
      expect(await cameByProvider(app, invited)).toBeNull()
    }
  })

  it('ends when the person at a provider comes first: they verify the address', async () => {
    const invited = await invite(app.withKey(app.admin.api_key), '?no_invite=1')
    expect(await cameByProvider(app, invited)).toBe(invited.id)
    expect(await isVerified(app, invited)).toBe(true)
    expect((await accept(app, invited.link)).statusCode).toBe(400)
  })

  it('ends when the person is invited again by mail, which verifies the address', async () => {
    const admin = app.withKey(app.admin.api_key)
    const invited = await invite(admin, '?no_invite=1')
    expect((await admin.post(`/api/users/${invited.id}/invite`)).json()).not.toHaveProperty('invite_link')
    expect((await accept(app, invited.link)).statusCode).toBe(400)
    expect((await accept(app, await mailedLink(invited))).statusCode).toBe(200)
    expect(await isVerified(app, invited)).toBe(true)
    expect(await cameByProvider(app, invited)).toBe(invited.id)
  })
})

describe('a link that was handed over and is accepted at this moment', () => {
  it('verifies no address by an invitation that comes too late', async () => {
    const admin = app.withKey(app.admin.api_key)
    const invited = await invite(admin, '?no_invite=1')
    const reply = await duringChange(
      app,
      (tx) => storePassword(tx, invited.id, 'a hash', clock()),
      () => admin.post(`/api/users/${invited.id}/invite`),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'user.no_invitation'])
    expect(await isVerified(app, invited)).toBe(false)
    expect(await cameByProvider(app, invited)).toBeNull()
  })

  it('keeps the person at a provider out', async () => {
    const invited = await invite(app.withKey(app.admin.api_key), '?no_invite=1')
    const came = await duringChange(
      app,
      (tx) => storePassword(tx, invited.id, 'a hash', clock()),
      () => cameByProvider(app, invited),
    )
    expect(came).toBeNull()
    expect(await isVerified(app, invited)).toBe(false)
  })
})

describe('where no mail can be sent', () => {
  it('a key vouches for no address', async () => {
    const invited = await invite(withoutMails.withKey(withoutMails.admin.api_key))
    expect((await accept(withoutMails, invited.link)).statusCode).toBe(200)
    expect(await cameByProvider(withoutMails, invited)).toBeNull()
  })

  it('an admin vouches for it who has just proved who they are', async () => {
    const admin = await logIn(withoutMails)
    const invited = await invite(admin)
    clock.pass(11 * minute)
    const later = await invite(admin)
    for (const { link } of [invited, later]) expect((await accept(withoutMails, link)).statusCode).toBe(200)
    expect(await cameByProvider(withoutMails, invited)).toBe(invited.id)
    expect(await cameByProvider(withoutMails, later)).toBeNull()
  })

  it('the admin may vouch for it later, by inviting again', async () => {
    const invited = await invite(withoutMails.withKey(withoutMails.admin.api_key))
    const again = await (await logIn(withoutMails)).post(`/api/users/${invited.id}/invite`)
    expect((await accept(withoutMails, again.json().invite_link)).statusCode).toBe(200)
    expect(await cameByProvider(withoutMails, invited)).toBe(invited.id)
  })
})
