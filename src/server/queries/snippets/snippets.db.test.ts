import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import {
  createDataSource,
  createGroup,
  createQuery,
  createSnippet,
  createUser,
  type TestUser,
} from '#test/factories.ts'

let app: AppUnderTest
let stranger: TestUser
beforeAll(async () => {
  app = await appUnderTest()
  // signed in, but without a single permission
  stranger = await createUser(app.context, {
    groups: [await createGroup(app.context, { permissions: [] })],
  })
})
afterAll(() => app.close())

const base = '/api/query_snippets'

async function othersSnippet(): Promise<{ id: number; orgAdmin: TestUser }> {
  const { id: org_id } = await app.context.db
    .insertInto('organizations')
    .values({ name: 'Other', slug: `other-${Math.random()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const orgAdmin = await createUser(app.context, { org_id, groups: [] })
  const { id } = await createSnippet(app.context, { user_id: orgAdmin.id, trigger: 'elsewhere' })
  return { id, orgAdmin }
}

describe('POST /api/query_snippets', () => {
  it('401, 400, 403', async () => {
    const body = { trigger: 'never', description: '', snippet: 'select 1' }
    expect((await app.anonymous.post(base, body)).statusCode).toBe(401)
    const refused = await (await app.as(stranger)).post(base, body)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.forbidden'])
    const member = await app.as(app.member)
    for (const [field, wrong] of [
      ['trigger', { snippet: 'select 1' }],
      ['snippet', { trigger: 'x' }],
      ['trigger', { trigger: '', snippet: 'select 1' }],
      ['trigger', { trigger: ' \t', snippet: 'select 1' }],
      ['trigger', { trigger: 'x'.repeat(256), snippet: 'select 1' }],
      ['trigger', { trigger: { $gt: '' }, snippet: 'select 1' }],
      ['snippet', { trigger: 'x', snippet: ['select 1'] }],
      ['snippet', { trigger: 'x', snippet: '' }],
      ['description', { trigger: 'x', snippet: 'select 1', description: 5 }],
    ] as const) {
      const reply = await member.post(base, wrong)
      expect([reply.statusCode, reply.json().field], JSON.stringify(wrong)).toEqual([400, field])
    }
    const { rows } = await app.context.pool.query(
      `select 1 from query_snippets where trigger in ('x', 'never')`,
    )
    expect(rows).toEqual([])
  })

  it('stores the three fields for its creator, and no other sent fields', async () => {
    const member = await app.as(app.member)
    const reply = await member.post(base, {
      ...{ trigger: ' top10 ', description: 'Ten of a table', snippet: 'select * from $1 limit 10' },
      ...{ id: 1, user_id: app.admin.id, org_id: 99, created_at: '2001-01-01' },
    })
    expect(reply.statusCode).toBe(200)
    const created = reply.json()
    expect(created).toEqual({
      id: expect.any(Number),
      trigger: 'top10',
      description: 'Ten of a table',
      snippet: 'select * from $1 limit 10',
      user: expect.objectContaining({ id: app.member.id, email: app.member.email }),
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
    })
    expect(created.created_at.startsWith('2001')).toBe(false)
    expect((await member.get(`${base}/${created.id}`)).json()).toEqual(created)
  })

  it('does not require a description', async () => {
    const member = await app.as(app.member)
    for (const body of [
      { trigger: 'plain', snippet: 'select 1' },
      { trigger: 'plain null', snippet: 'select 1', description: null },
    ]) {
      expect((await member.post(base, body)).json().description).toBe('')
    }
  })

  it('refuses a second snippet with a trigger, also when both come at once', async () => {
    const member = await app.as(app.member)
    const post = () => member.post(base, { trigger: 'once', snippet: 'select 1' })
    const replies = await Promise.all([post(), post(), post()])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
    const reply = await (await app.as(app.admin)).post(base, { trigger: ' once ', snippet: 'select 2' })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        code: 'snippet.trigger_taken',
        message: 'trigger: a snippet with the trigger "once" exists already.',
        field: 'trigger',
        trigger: 'once',
      },
    ])
  })

  it('lets another organization have the same trigger', async () => {
    await othersSnippet()
    const reply = await (await app.as(app.member)).post(base, { trigger: 'elsewhere', snippet: 'select 1' })
    expect(reply.statusCode).toBe(200)
  })
})

describe('GET /api/query_snippets', () => {
  it('401 without a session and for keys of queries', async () => {
    expect((await app.anonymous.get(base)).statusCode).toBe(401)
    const source = await createDataSource(app.context)
    const query = await createQuery(app.context, { data_source_id: source.id, user_id: app.member.id })
    expect((await app.withKey(query.api_key).get(base)).statusCode).toBe(401)
  })

  it('shows all users all of the organization, by trigger', async () => {
    const { id: outside } = await othersSnippet()
    for (const trigger of ['zz', 'B', 'a', 'C']) {
      await createSnippet(app.context, { trigger: `sorted ${trigger}`, user_id: app.member.id })
    }
    const reply = await (await app.as(stranger)).get(base)
    expect(reply.statusCode).toBe(200)
    const listed: { id: number; trigger: string; user: { id: number } }[] = reply.json()
    const sorted = listed.filter(({ trigger }) => trigger.startsWith('sorted'))
    expect(sorted.map(({ trigger }) => trigger)).toEqual(['sorted a', 'sorted B', 'sorted C', 'sorted zz'])
    expect(sorted[0]?.user.id).toBe(app.member.id)
    expect(listed.map(({ id }) => id)).not.toContain(outside)
  })
})

describe('GET /api/query_snippets/:id', () => {
  it('401, 404, success', async () => {
    const { id, trigger } = await createSnippet(app.context, { user_id: app.member.id })
    expect((await app.anonymous.get(`${base}/${id}`)).statusCode).toBe(401)
    const viewer = await app.as(app.viewer)
    for (const wrong of ['0', '999999', '2147483648', 'abc', '1.5', '%00']) {
      expect((await viewer.get(`${base}/${wrong}`)).statusCode, wrong).toBe(404)
    }
    expect((await viewer.get(`${base}/${(await othersSnippet()).id}`)).statusCode).toBe(404)
    const reply = await viewer.get(`${base}/${id}`)
    expect([reply.statusCode, reply.json().trigger]).toEqual([200, trigger])
  })
})

describe('POST /api/query_snippets/:id', () => {
  it('401, 400, 403, 404', async () => {
    const { id } = await createSnippet(app.context, { user_id: app.member.id, snippet: 'select 5' })
    const taken = await createSnippet(app.context, { user_id: app.admin.id })
    const url = `${base}/${id}`
    expect((await app.anonymous.post(url, { snippet: 'x' })).statusCode).toBe(401)
    const refused = await (await app.as(app.viewer)).post(url, { snippet: 'stolen' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.not_owner'])
    const member = await app.as(app.member)
    for (const wrong of [{ trigger: '' }, { trigger: null }, { snippet: 7 }, { description: [] }]) {
      const reply = await member.post(url, wrong)
      expect([reply.statusCode, reply.json().field], JSON.stringify(wrong)).toEqual([
        400,
        Object.keys(wrong)[0],
      ])
    }
    const doubled = await member.post(url, { trigger: taken.trigger })
    expect([doubled.statusCode, doubled.json().code, doubled.json().field]).toEqual([
      ...[400, 'snippet.trigger_taken', 'trigger'],
    ])
    const outside = await othersSnippet()
    const admin = await app.as(app.admin)
    expect((await admin.post(`${base}/${outside.id}`, { snippet: 'x' })).statusCode).toBe(404)
    expect((await admin.post(`${base}/999999`, { snippet: 'x' })).statusCode).toBe(404)
    expect((await member.get(url)).json().snippet).toBe('select 5')
  })

  it('changes the sent fields and keeps the rest; admins may, the creator stays', async () => {
    const { id, trigger } = await createSnippet(app.context, {
      ...{ user_id: app.member.id, description: 'Before', snippet: 'select 6' },
    })
    const member = await app.as(app.member)
    const changed = await member.post(`${base}/${id}`, { description: 'After' })
    expect([changed.statusCode, changed.json()]).toMatchObject([
      200,
      { trigger, description: 'After', snippet: 'select 6' },
    ])
    const known: Record<string, unknown> = changed.json()
    // its own trigger is not a conflict
    const whole = await (await app.as(app.admin)).post(`${base}/${id}`, {
      ...known,
      snippet: 'select 7',
    })
    expect([whole.statusCode, whole.json()]).toMatchObject([
      200,
      { trigger, description: 'After', snippet: 'select 7', user: { id: app.member.id } },
    ])
    expect(whole.json().updated_at > changed.json().created_at).toBe(true)
  })
})

describe('DELETE /api/query_snippets/:id', () => {
  it('401, 403, 404, then null for its creator and for admins', async () => {
    for (const deleter of [app.member, app.admin]) {
      const { id } = await createSnippet(app.context, { user_id: app.member.id })
      const url = `${base}/${id}`
      expect((await app.anonymous.delete(url)).statusCode).toBe(401)
      const refused = await (await app.as(app.viewer)).delete(url)
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.not_owner'])
      const reply = await (await app.as(deleter)).delete(url)
      expect([reply.statusCode, reply.json()]).toEqual([200, null])
      expect((await (await app.as(deleter)).delete(url)).statusCode).toBe(404)
    }
    const outside = await othersSnippet()
    expect((await (await app.as(app.admin)).delete(`${base}/${outside.id}`)).statusCode).toBe(404)
  })

  it('needs the CSRF token of the session', async () => {
    const { id } = await createSnippet(app.context, { user_id: app.member.id })
    const forged = await (await app.as(app.member)).delete(`${base}/${id}`, {
      headers: { 'x-csrf-token': '' },
    })
    expect([forged.statusCode, forged.json().code]).toEqual([400, 'request.csrf'])
  })
})
