import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createGroup, createOrganization, createUser } from '#test/factories.ts'

interface Listed {
  count: number
  results: { name: string; groups: { id: number; name: string }[] }[]
}

describe('the list of users', () => {
  let sextant: AppUnderTest
  let member: Caller
  let analysts: number

  beforeAll(async () => {
    sextant = await appUnderTest()
    member = await sextant.as(sextant.member)
    analysts = await createGroup(sextant.context, { name: 'analysts' })
    const { defaultGroup } = sextant.organization
    const elsewhere = await createOrganization(sextant.context, { slug: 'elsewhere' })
    const make = async (name: string, more: object = {}) =>
      await createUser(sextant.context, {
        name,
        email: `${name.toLowerCase().replace(/\W/g, '.')}@list.test`,
        ...more,
      })
    await make('Berta 100%_List', { groups: [analysts, defaultGroup] })
    await make('anton List', { groups: [] })
    const pending = await make('Caesar List')
    await make('Dora List', { disabled_at: new Date() })
    await make('Foreign List', { org_id: elsewhere.id, groups: [] })
    await sextant.context.db
      .updateTable('users')
      .set({ is_invitation_pending: true, active_at: new Date() })
      .where('id', '=', pending.id)
      .execute()
  })
  afterAll(() => sextant.close())

  const list = async (query: string): Promise<Listed> => {
    const reply = await member.get(`/api/users?${query}`)
    expect(reply.statusCode).toBe(200)
    return reply.json()
  }
  const names = async (query: string) => (await list(query)).results.map((user) => user.name)

  it('finds users of the organization by part of the name or address, newest first', async () => {
    expect(await names('q=list')).toEqual(['Caesar List', 'anton List', 'Berta 100%_List'])
    expect(await names('q=ANTON.list@LIST')).toEqual(['anton List'])
    // wildcards of SQL match only themselves
    expect(await names('q=0%25_l')).toEqual(['Berta 100%_List'])
    expect(await names('q=a_t')).toEqual([])
    expect((await list('')).count).toBe(7)
  })

  it('shows groups with their names, and no key', async () => {
    const [berta] = (await list('q=berta')).results
    expect(berta?.groups).toEqual([
      { id: sextant.organization.defaultGroup, name: 'default' },
      { id: analysts, name: 'analysts' },
    ])
    expect(berta).toMatchObject({
      email: 'berta.100._list@list.test',
      is_disabled: false,
      auth_type: 'password',
    })
    expect(berta).not.toHaveProperty('api_key')
    expect((await list('q=anton')).results[0]?.groups).toEqual([])
  })

  it('shows disabled and invited users on request', async () => {
    for (const yes of ['true', 'YES', 'on', '1'])
      expect(await names(`q=list&disabled=${yes}`)).toEqual(['Dora List'])
    for (const no of ['false', 'no', 'off', '0', 'None'])
      expect((await list(`q=list&disabled=${no}`)).count).toBe(3)
    expect(await names('q=list&pending=true')).toEqual(['Caesar List'])
    expect(await names('q=list&pending=no')).toEqual(['anton List', 'Berta 100%_List'])
  })

  it('is sorted, with missing values last in both directions', async () => {
    expect(await names('q=list&order=name')).toEqual(['anton List', 'Berta 100%_List', 'Caesar List'])
    expect(await names('q=list&order=-name')).toEqual(['Caesar List', 'Berta 100%_List', 'anton List'])
    expect((await names('q=list&order=active_at'))[0]).toBe('Caesar List')
    expect((await names('q=list&order=-active_at'))[0]).toBe('Caesar List')
    expect(await names('q=list&order=created_at')).toEqual(['Berta 100%_List', 'anton List', 'Caesar List'])
    expect((await names('q=list&order=groups'))[0]).toBe('anton List')
    expect(await names('q=list&order=password_hash')).toEqual(await names('q=list'))
  })

  it('comes in pages', async () => {
    expect(await list('q=list&order=name&page=2&page_size=2')).toMatchObject({
      count: 3,
      page: 2,
      page_size: 2,
      results: [{ name: 'Caesar List' }],
    })
  })

  it('answers 401, 400 that names the field, 403, 404', async () => {
    const status = async (caller: Caller, query: string) =>
      (await caller.get(`/api/users?${query}`)).statusCode
    expect(await status(sextant.anonymous, '')).toBe(401)
    const mute = await createGroup(sextant.context, { permissions: ['view_query'] })
    const nobody = await sextant.as(await createUser(sextant.context, { groups: [mute] }))
    expect(await status(nobody, '')).toBe(403)
    const reply = await member.get('/api/users?disabled=perhaps')
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'disabled: must be yes or no.'])
    for (const query of [
      'pending=',
      'pending=constructor',
      'disabled=yes&disabled=no',
      'page=0',
      'page=99',
    ]) {
      expect(await status(member, query)).toBe(400)
    }
    expect(await status(member, 'q=nobody-is-called-so&page=2')).toBe(404)
  })
})
