import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashKey } from '#server/kernel/index.ts'
import { type AppUnderTest, appUnderTest, browserWith, type Caller } from '#test/app-under-test.ts'
import { duringChange } from '#test/during-change.ts'
import { createGroup, createUser, next } from '#test/factories.ts'
import { storePassword } from '../account-links/account-link-store.ts'

/** What an API key of an admin has prepared must not become an admin when another admin makes the person one. */
let app: AppUnderTest
let withoutMails: AppUnderTest
beforeAll(async () => {
  const mails = { mailDefaultSender: 'sextant@example.com', publicUrl: 'https://sextant.example.com' }
  app = await appUnderTest({ config: { newUsersPerHour: 1000, ...mails } })
  withoutMails = await appUnderTest({ config: { newUsersPerHour: 1000 } })
})
afterAll(async () => {
  await app?.close()
  await withoutMails?.close()
})

interface Invited {
  id: number
  email: string
  link: string
}

const password = 'known to the inviter'
const accept = (to: AppUnderTest, { link }: Invited) => to.anonymous.post(link, { password })

async function invite(by: Caller, query = ''): Promise<Invited> {
  const email = `person-${next()}@example.com`
  const reply = await by.post(`/api/users${query}`, { name: 'Grace', email })
  const { id, invite_link: link } = reply.json()
  return { id, email, link: link === undefined ? '' : new URL(link).pathname }
}

const byKey = (to: AppUnderTest) => to.withKey(to.admin.api_key)

/** The ways in which an admin makes a user an admin. */
const promotions: [string, (to: AppUnderTest, id: number) => ReturnType<Caller['post']>][] = [
  [
    'the profile',
    async (to, id) => {
      const { adminGroup, defaultGroup } = to.organization
      return (await to.as(to.admin)).post(`/api/users/${id}`, { group_ids: [adminGroup, defaultGroup] })
    },
  ],
  [
    'the group',
    async (to, id) =>
      (await to.as(to.admin)).post(`/api/groups/${to.organization.adminGroup}/members`, { user_id: id }),
  ],
]

const mailedLink = async (email: string, kind: string) => {
  const mails = await app.context.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()
  return new RegExp(`/${kind}/[\\w-]{43}`).exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}
const stored = (to: AppUnderTest, { id }: { id: number }) =>
  to.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe.each(promotions)('a user who becomes an admin by %s', (_, promote) => {
  it('cannot be entered with an invitation that was handed over', async () => {
    const invited = await invite(byKey(app), '?no_invite=1')
    const reply = await promote(app, invited.id)
    expect([reply.statusCode, reply.json().links_ended]).toEqual([200, true])
    expect((await accept(app, invited)).statusCode).toBe(400)
    await expect
      .poll(async () => {
        const { rows } = await app.context.pool.query(
          `select from events where additional_properties->>'links_ended' = 'true'
            and coalesce(additional_properties->>'member_id', object_id) = $1`,
          [String(invited.id)],
        )
        return rows.length
      })
      .toBe(1)
    // the person comes in with a new one
    await (await app.as(app.admin)).post(`/api/users/${invited.id}/invite`)
    const link = await mailedLink(invited.email, 'invite')
    expect((await app.anonymous.post(link, { password: 'my own' })).statusCode).toBe(200)
  })

  it('cannot be entered with one where no mail can be sent, by key or by hand', async () => {
    for (const by of [byKey(withoutMails), await withoutMails.as(withoutMails.admin)]) {
      const invited = await invite(by)
      expect((await promote(withoutMails, invited.id)).json().links_ended).toBe(true)
      expect((await accept(withoutMails, invited)).statusCode).toBe(400)
    }
  })

  it('keeps the invitation that was mailed', async () => {
    const invited = await invite(byKey(app))
    const reply = await promote(app, invited.id)
    expect([reply.statusCode, reply.json().links_ended]).toEqual([200, undefined])
    const link = await mailedLink(invited.email, 'invite')
    expect((await accept(app, { ...invited, link })).statusCode).toBe(200)
  })

  it('cannot be entered with a link for a new password that another admin was given', async () => {
    const { context, organization } = withoutMails
    const plainAdmins = await createGroup(context, { permissions: ['admin'] })
    const plain = await createUser(context, { groups: [plainAdmins, organization.defaultGroup] })
    const user = await createUser(context)
    const reset = await (await withoutMails.as(plain)).post(`/api/users/${user.id}/reset_password`)
    const link = new URL(reset.json().reset_link).pathname
    expect((await promote(withoutMails, user.id)).json().links_ended).toBe(true)
    expect((await withoutMails.anonymous.post(link, { password })).statusCode).toBe(400)
  })

  it('is not a user whose address nobody has verified', async () => {
    for (const to of [app, withoutMails]) {
      const invited = await invite(byKey(to), '?no_invite=1')
      expect((await accept(to, invited)).statusCode).toBe(200)
      const reply = await promote(to, invited.id)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'user.not_verified'])
      const groups = await to.context.db
        .selectFrom('group_members')
        .where('user_id', '=', invited.id)
        .select('group_id')
        .execute()
      expect(groups).toEqual([{ group_id: to.organization.defaultGroup }])
    }
  })

  it('is not one who accepts a handed-over invitation at this moment', async () => {
    const invited = await invite(byKey(app), '?no_invite=1')
    const reply = await duringChange(
      app,
      (tx) => storePassword(tx, invited.id, 'a hash', new Date()),
      () => promote(app, invited.id),
    )
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'user.not_verified'])
  })
})

/** The account of a thief: made by key with the address of another person. */
async function prepared(to: AppUnderTest): Promise<{ user: Invited; thief: Caller; key: string }> {
  const user = await invite(byKey(to), '?no_invite=1')
  const thief = browserWith(to.app, await accept(to, user))
  return { user, thief, key: (await thief.get(`/api/users/${user.id}`)).json().api_key }
}

describe('a link for a new password of an account whose address was never verified', () => {
  it('ends the key and the sessions of who made the account, and verifies the address', async () => {
    const { user, thief, key } = await prepared(app)
    await app.anonymous.post('/forgot', { email: user.email })
    const reset = await app.anonymous.post(await mailedLink(user.email, 'reset'), { password: 'my own' })
    expect(reset.statusCode).toBe(200)
    expect((await app.withKey(key).get('/api/session')).statusCode).toBe(401)
    expect((await thief.get('/api/session')).statusCode).toBe(401)
    expect(await stored(app, user)).toMatchObject({ is_email_verified: true })
    expect((await promotions[0]?.[1](app, user.id))?.statusCode).toBe(200)
  })

  it('does so too if an admin hands it over where no mail can be sent', async () => {
    const { user, key } = await prepared(withoutMails)
    const admin = await withoutMails.as(withoutMails.admin)
    const { reset_link } = (await admin.post(`/api/users/${user.id}/reset_password`)).json()
    await withoutMails.anonymous.post(new URL(reset_link).pathname, { password: 'my own' })
    expect((await withoutMails.withKey(key).get('/api/session')).statusCode).toBe(401)
    expect(await stored(withoutMails, user)).toMatchObject({ is_email_verified: true })
  })

  it('leaves the key alone once the address is verified', async () => {
    const user = await createUser(app.context)
    await app.anonymous.post('/forgot', { email: user.email })
    await app.anonymous.post(await mailedLink(user.email, 'reset'), { password: 'my own' })
    expect((await stored(app, user)).api_key_hash.equals(hashKey(user.api_key))).toBe(true)
  })

  it('verifies no address that was changed since, but renews the key', async () => {
    const user = await createUser(app.context)
    const browser = await app.as(user)
    await browser.post(`/api/users/${user.id}`, { email: `new-${user.email}` })
    await app.anonymous.post('/forgot', { email: user.email })
    await app.anonymous.post(await mailedLink(user.email, 'reset'), { password: 'my own' })
    const { is_email_verified, api_key_hash } = await stored(app, user)
    expect([is_email_verified, api_key_hash.equals(hashKey(user.api_key))]).toEqual([false, false])
  })
})
