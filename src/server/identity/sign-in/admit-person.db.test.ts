import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createUser } from '#test/factories.ts'
import { admit } from './admit-person.ts'
import type { Person } from './person.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ config: { providersNameAdmins: true } })
})
afterAll(() => app?.close())

const ada: Person = {
  provider: 'openid',
  issuer: 'https://login.example.com',
  subject: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  is_email_verified: true,
}
const groupsOf = async (id: number) => {
  const rows = await app.context.db
    .selectFrom('group_members')
    .where('user_id', '=', id)
    .select('group_id')
    .orderBy('group_id')
    .execute()
  return rows.map((row) => row.group_id)
}

describe('admit', () => {
  it('makes one user from two simultaneous first logins', async () => {
    const ids = await Promise.all([admit(app.context, ada), admit(app.context, ada)])
    expect(new Set(ids).size).toBe(1)
    expect(await groupsOf(ids[0] ?? 0)).toEqual([app.organization.defaultGroup])
  })

  it('tells users with the same subject at two providers apart by their addresses', async () => {
    const elsewhere = { ...ada, issuer: 'https://other.example.com', email: 'other@example.com' }
    expect(await admit(app.context, elsewhere)).not.toBe(await admit(app.context, ada))
  })

  it('lets the provider name admins where the operator allows it, and never removes the last one', async () => {
    const { adminGroup, defaultGroup } = app.organization
    const asBoss = { ...ada, subject: 'boss', email: 'boss@example.com' }
    const boss = await admit(app.context, { ...asBoss, groups: ['admin'] })
    expect(await groupsOf(boss)).toEqual([adminGroup, defaultGroup])
    const first = { ...ada, subject: 'first', email: app.admin.email, groups: [] }
    expect(await groupsOf(await admit(app.context, first))).toEqual([defaultGroup])
    await admit(app.context, { ...asBoss, groups: [] })
    expect(await groupsOf(boss)).toEqual([adminGroup, defaultGroup])
  })

  it('stores only pictures that pages may show', async () => {
    const pictures = ['javascript:alert(1)', 'http://a.example/x.png', 'https://a.example/x.png', '']
    const kept = await Promise.all(
      pictures.map(async (picture, index) => {
        const id = await admit(app.context, {
          ...ada,
          subject: `p${index}`,
          email: `p${index}@example.com`,
          picture,
        })
        const row = await app.context.db
          .selectFrom('users')
          .select('profile_image_url')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return row.profile_image_url
      }),
    )
    expect(kept).toEqual([null, null, 'https://a.example/x.png', null])
  })

  it('refuses identities that are empty or cannot be stored', async () => {
    for (const wrong of [
      { subject: '' },
      { issuer: '' },
      { email: ' ' },
      { subject: 'é'.repeat(400) },
      { subject: 'a\0b' },
      { subject: 'a\ud800' },
      { email: 'a\0b@example.com' },
      { email: 'a\ud800@example.com' },
      { issuer: 'x'.repeat(1001) },
    ]) {
      await expect(admit(app.context, { ...ada, ...wrong })).rejects.toThrow(/provider/)
    }
    const odd = await admit(app.context, {
      ...ada,
      subject: 'odd',
      email: 'odd@example.com',
      name: 'O\0dd\ud800',
    })
    expect(odd).toBeGreaterThan(0)
    await expect(admit(app.context, { ...ada, subject: 'bad', email: 'no address' })).rejects.toMatchObject({
      code: 'sign_in.not_allowed',
    })
  })

  it('creates no user who may not join, and admits existing users', async () => {
    const stranger = { ...ada, subject: 's', email: 's@example.com', may_join: false }
    await expect(admit(app.context, stranger)).rejects.toMatchObject({ code: 'sign_in.not_allowed' })
    const user = await createUser(app.context)
    expect(await admit(app.context, { ...stranger, email: user.email.toUpperCase() })).toBe(user.id)
  })
})
