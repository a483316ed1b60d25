import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAlert, createDestination, createSubscription } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createGroup, createQuery, createUser } from '#test/factories.ts'
import { statementsOf } from '#test/statements-of.ts'

let app: AppUnderTest
let member: Caller
beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
})
afterAll(() => app.close())

const base = '/api/alerts'
const options = { column: 'n', op: '>', value: 1, selector: 'first', muted: false }

async function ownQuery(given: Parameters<typeof createQuery>[1] = {}) {
  return await createQuery(app.context, { user_id: app.member.id, ...given })
}

async function ownAlert(given: Parameters<typeof createAlert>[1] = {}) {
  const query_id = given.query_id ?? (await ownQuery()).id
  return await createAlert(app.context, { ...given, query_id, user_id: given.user_id ?? app.member.id })
}

/** A source that only the viewer may see, not the outsider. */
async function viewedSource() {
  return await createDataSource(app.context, {
    groups: { [app.viewerGroup]: true, [app.organization.defaultGroup]: false },
  })
}

/** An alert of another organization. */
async function alertElsewhere(): Promise<number> {
  const { id: org_id } = await app.context.db
    .insertInto('organizations')
    .values({ name: 'Other', slug: `other-${Math.random()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await createUser(app.context, { org_id, groups: [] })
  const source = await createDataSource(app.context, { org_id, groups: {} })
  const query = await createQuery(app.context, { data_source_id: source.id, user_id: user.id })
  return (await createAlert(app.context, { query_id: query.id, user_id: user.id })).id
}

describe('POST /api/alerts', () => {
  it('401, 400, 403, 404', async () => {
    const query = await ownQuery()
    const body = { name: 'Never', options, query_id: query.id }
    expect((await app.anonymous.post(base, body)).statusCode).toBe(401)
    expect((await app.withKey(query.api_key).post(base, body)).statusCode).toBe(401)
    const refused = await (await app.as(app.outsider)).post(base, body)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.forbidden'])
    expect((await member.post(base, { ...body, query_id: 999_999 })).statusCode).toBe(404)
    for (const [field, wrong] of [
      ['name', { name: undefined }],
      ['name', { name: 5 }],
      ['name', { name: 'x'.repeat(256) }],
      ['query_id', { query_id: undefined }],
      ['query_id', { query_id: '1' }],
      ['options', { options: undefined }],
      ['options', { options: 'none' }],
      ['options.op', { options: { op: 'like' } }],
      ['options.selector', { options: { selector: 'median' } }],
      ['options.column', { options: { column: 5 } }],
      ['options.value', { options: { value: [1] } }],
      ['options.value', { options: { value: 'x'.repeat(1001) } }],
      ['options.muted', { options: { muted: 'no' } }],
      ['options.custom_subject', { options: { custom_subject: '{{#ROWS}}' } }],
      ['options.custom_body', { options: { custom_body: 'x'.repeat(50_001) } }],
      ['options', { options: { anything: 'x'.repeat(200_000) } }],
      ['rearm', { rearm: -1 }],
      ['rearm', { rearm: 1.5 }],
      ['rearm', { rearm: 2 ** 31 }],
      ['rearm', { rearm: '60' }],
    ] as const) {
      const reply = await member.post(base, { ...body, ...wrong })
      expect([reply.statusCode, reply.json().field], JSON.stringify(wrong).slice(0, 80)).toEqual([400, field])
    }
    const { rows } = await app.context.pool.query(`select 1 from alerts where name = 'Never'`)
    expect(rows).toEqual([])
  })

  it('stores an alert of the caller, not yet evaluated', async () => {
    const query = await ownQuery({ name: 'Orders' })
    const sent = { ...options, custom_body: '{{ALERT_NAME}}', further: { kept: true } }
    const reply = await member.post(base, {
      ...{ name: ' Too many ', query_id: query.id, options: sent, rearm: 60 },
      ...{ id: 1, state: 'triggered', user_id: app.admin.id, last_triggered_at: '2001-01-01' },
    })
    expect(reply.statusCode).toBe(200)
    const created = reply.json()
    expect(created).toEqual({
      id: expect.any(Number),
      ...{ name: 'Too many', options: sent, state: 'unknown', rearm: 60, last_triggered_at: null },
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      query: expect.objectContaining({
        ...{ id: query.id, name: 'Orders', query: 'select 1', api_key: query.api_key },
        user: expect.objectContaining({ id: app.member.id }),
        last_modified_by: expect.objectContaining({ id: app.member.id }),
      }),
      user: expect.objectContaining({ id: app.member.id }),
      can_edit: true,
    })
    expect(Object.keys(created.query)).not.toContain('visualizations')
    expect((await member.get(`${base}/${created.id}`)).json()).toEqual(created)
  })

  it('names an alert without a name after its query and condition', async () => {
    const query = await ownQuery({ name: 'Orders' })
    const reply = await member.post(base, {
      name: ' ',
      query_id: query.id,
      options: { column: 'n', op: '<', value: 5 },
    })
    expect([reply.json().name, reply.json().rearm]).toEqual(['Orders: n < 5', null])
  })

  it('is for users who may view the query; its creator is its owner', async () => {
    const source = await viewedSource()
    const query = await ownQuery({ data_source_id: source.id })
    const reply = await (await app.as(app.viewer)).post(base, { name: 'Seen', query_id: query.id, options })
    expect([reply.statusCode, reply.json().user.id, reply.json().query.api_key]).toEqual([
      200,
      app.viewer.id,
      undefined,
    ])
  })

  it('refuses queries with parameters, and archived ones', async () => {
    const asked = await ownQuery({ query: 'select * from orders where city = {{ city }}' })
    const reply = await member.post(base, { name: 'X', query_id: asked.id, options })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        code: 'alert.query_with_parameters',
        message: 'query_id: alerts do not work with queries that use parameters.',
        field: 'query_id',
      },
    ])
    const archived = await ownQuery({ is_archived: true })
    const gone = await member.post(base, { name: 'X', query_id: archived.id, options })
    expect([gone.statusCode, gone.json().code]).toEqual([400, 'alert.query_archived'])
  })

  it('refuses drafts; one that becomes a draft later stays watched', async () => {
    const draft = await ownQuery({ is_draft: true })
    const refused = {
      ...{ code: 'alert.query_draft', field: 'query_id' },
      message: 'query_id: this query is a draft. Please publish it first.',
    }
    const created = await member.post(base, { name: 'X', query_id: draft.id, options })
    expect([created.statusCode, created.json()]).toEqual([400, refused])
    const alert = await ownAlert()
    const moved = await member.post(`${base}/${alert.id}`, { query_id: draft.id })
    expect([moved.statusCode, moved.json()]).toEqual([400, refused])
    await member.post(`/api/queries/${alert.query_id}`, { is_draft: true })
    const kept = await member.post(`${base}/${alert.id}`, { name: 'Kept', query_id: alert.query_id })
    expect([kept.statusCode, kept.json().query.is_draft]).toEqual([200, true])
  })
})

describe('GET /api/alerts', () => {
  it('401, 403', async () => {
    expect((await app.anonymous.get(base)).statusCode).toBe(401)
    const stranger = await createUser(app.context, {
      groups: [await createGroup(app.context, { permissions: [] })],
    })
    const refused = await (await app.as(stranger)).get(base)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.forbidden'])
  })

  it('lists alerts on the data sources of the caller’s groups, newest first; no more for admins', async () => {
    const hidden = await createDataSource(app.context, { groups: { [app.viewerGroup]: true } })
    const there = await ownAlert()
    const later = await ownAlert({ query_id: there.query_id })
    const secret = await ownAlert({ query_id: (await ownQuery({ data_source_id: hidden.id })).id })
    const elsewhere = await alertElsewhere()
    const idsOf = async (caller: Caller) => {
      const reply = await caller.get(base)
      return reply.json<{ id: number }[]>().map(({ id }) => id)
    }
    for (const caller of [member, await app.as(app.admin)]) {
      const ids = await idsOf(caller)
      expect(ids.slice(0, 2)).toEqual([later.id, there.id])
      expect(ids).not.toContain(secret.id)
      expect(ids).not.toContain(elsewhere)
    }
    expect(await idsOf(await app.as(app.viewer))).toContain(secret.id)
    expect(await idsOf(await app.as(app.outsider))).toEqual([])
  })

  it('needs the same number of statements for one alert and for many', async () => {
    const own = await createGroup(app.context)
    const user = await createUser(app.context, { groups: [own] })
    const source = await createDataSource(app.context, { groups: { [own]: false } })
    const caller = await app.as(user)
    const statements = async () => {
      let alerts = 0
      const count = await statementsOf(async () => {
        alerts = (await caller.get(base)).json().length
      })
      return { count, alerts }
    }
    const alert = async () =>
      ownAlert({ query_id: (await ownQuery({ data_source_id: source.id })).id, user_id: user.id })
    await alert()
    await statements()
    const one = await statements()
    for (let more = 0; more < 5; more++) await alert()
    // the first read of new queries stores whether they are safe, in one more statement
    expect((await statements()).count).toBe(one.count + 1)
    const six = await statements()
    expect([one.alerts, six.alerts]).toEqual([1, 6])
    expect(six.count).toBe(one.count)
  })
})

describe('GET /api/alerts/:id', () => {
  it('401, 403, 404, success', async () => {
    const source = await viewedSource()
    const { id } = await ownAlert({ query_id: (await ownQuery({ data_source_id: source.id })).id })
    expect((await app.anonymous.get(`${base}/${id}`)).statusCode).toBe(401)
    expect((await (await app.as(app.outsider)).get(`${base}/${id}`)).statusCode).toBe(403)
    for (const wrong of ['0', '999999', '2147483648', 'abc', '%00', String(await alertElsewhere())]) {
      expect((await (await app.as(app.admin)).get(`${base}/${wrong}`)).statusCode, wrong).toBe(404)
    }
    const seen = await (await app.as(app.viewer)).get(`${base}/${id}`)
    expect([seen.statusCode, seen.json().can_edit]).toEqual([200, false])
    expect((await (await app.as(app.admin)).get(`${base}/${id}`)).json().can_edit).toBe(true)
  })
})

describe('POST /api/alerts/:id', () => {
  it('401, 400, 403, 404', async () => {
    const source = await viewedSource()
    const { id } = await ownAlert({
      query_id: (await ownQuery({ data_source_id: source.id })).id,
      name: 'Kept',
    })
    const url = `${base}/${id}`
    expect((await app.anonymous.post(url, { name: 'X' })).statusCode).toBe(401)
    const refused = await (await app.as(app.viewer)).post(url, { name: 'Stolen' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.not_owner'])
    const hidden = await ownQuery({
      data_source_id: (await createDataSource(app.context, { groups: {} })).id,
    })
    const moved = await member.post(url, { query_id: hidden.id })
    expect([moved.statusCode, moved.json().code]).toEqual([403, 'auth.forbidden'])
    for (const wrong of [{ name: null }, { options: [] }, { rearm: -5 }, { query_id: 'x' }]) {
      const reply = await member.post(url, wrong)
      expect([reply.statusCode, reply.json().field], JSON.stringify(wrong)).toEqual([
        400,
        Object.keys(wrong)[0],
      ])
    }
    expect((await member.post(`${base}/999999`, { name: 'X' })).statusCode).toBe(404)
    expect((await member.get(url)).json().name).toBe('Kept')
  })

  it('changes the sent fields and keeps the rest; options are replaced as a whole; state stays', async () => {
    const { id, query_id } = await ownAlert({ state: 'triggered', rearm: 60 })
    const renamed = await member.post(`${base}/${id}`, {
      name: ' New name ',
      state: 'ok',
      user_id: app.admin.id,
    })
    expect([renamed.statusCode, renamed.json()]).toMatchObject([
      200,
      {
        name: 'New name',
        state: 'triggered',
        rearm: 60,
        options: { column: 'n' },
        user: { id: app.member.id },
      },
    ])
    const changed = await (await app.as(app.admin)).post(`${base}/${id}`, {
      options: { op: '<' },
      rearm: null,
      query_id,
    })
    expect(changed.json()).toMatchObject({ name: 'New name', options: { op: '<' }, rearm: null })
    expect(changed.json().options).toEqual({ op: '<' })
    expect(changed.json().updated_at > renamed.json().created_at).toBe(true)
  })

  it('moves to another query without parameters; stays on one that has got parameters since', async () => {
    const { id, query_id } = await ownAlert()
    const target = await ownQuery()
    expect((await member.post(`${base}/${id}`, { query_id: target.id })).json().query.id).toBe(target.id)
    await app.context.db
      .updateTable('queries')
      .set({ query_text: 'select {{ n }}' })
      .where('id', 'in', [query_id, target.id])
      .execute()
    expect((await member.post(`${base}/${id}`, { name: 'Still', query_id: target.id })).statusCode).toBe(200)
    const refused = await member.post(`${base}/${id}`, { query_id })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'alert.query_with_parameters'])
  })
})

describe('DELETE /api/alerts/:id', () => {
  it('401, 403, 404, then null for the owner and for admins; deletes its subscriptions', async () => {
    for (const deleter of [app.member, app.admin]) {
      const source = await viewedSource()
      const { id } = await ownAlert({ query_id: (await ownQuery({ data_source_id: source.id })).id })
      const destination = await createDestination(app.context)
      await createSubscription(app.context, {
        alert_id: id,
        user_id: app.admin.id,
        destination_id: destination.id,
      })
      const url = `${base}/${id}`
      expect((await app.anonymous.delete(url)).statusCode).toBe(401)
      expect((await (await app.as(app.viewer)).delete(url)).json().code).toBe('auth.not_owner')
      const reply = await (await app.as(deleter)).delete(url)
      expect([reply.statusCode, reply.json()]).toEqual([200, null])
      expect((await (await app.as(deleter)).delete(url)).statusCode).toBe(404)
      const { rows } = await app.context.pool.query('select 1 from alert_subscriptions where alert_id = $1', [
        id,
      ])
      expect(rows).toEqual([])
    }
  })
})

describe('mute', () => {
  it('401, 403, 404, then sets and clears options.muted and nothing else', async () => {
    const source = await viewedSource()
    const query = await ownQuery({ data_source_id: source.id })
    const { id } = await ownAlert({ query_id: query.id, options: { column: 'n', custom_body: 'Hello' } })
    const url = `${base}/${id}/mute`
    for (const call of ['post', 'delete'] as const) {
      expect((await app.anonymous[call](url)).statusCode).toBe(401)
      expect((await (await app.as(app.viewer))[call](url)).json().code).toBe('auth.not_owner')
      expect((await (await app.as(app.outsider))[call](url)).json().code).toBe('auth.forbidden')
      expect((await member[call](`${base}/999999/mute`)).statusCode).toBe(404)
    }
    for (const [call, muted] of [
      ['post', true],
      ['post', true],
      ['delete', false],
    ] as const) {
      const reply = await member[call](url)
      expect([reply.statusCode, reply.json()]).toEqual([200, null])
      const { options: stored } = (await member.get(`${base}/${id}`)).json()
      expect(stored).toEqual({ column: 'n', custom_body: 'Hello', muted })
    }
  })
})

describe('archiving the query', () => {
  it('deletes its alerts with their subscriptions', async () => {
    const query = await ownQuery()
    const { id } = await ownAlert({ query_id: query.id })
    await createSubscription(app.context, { alert_id: id, user_id: app.member.id })
    expect((await member.delete(`/api/queries/${query.id}`)).statusCode).toBe(200)
    expect((await member.get(`${base}/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/organization/status', () => {
  it('counts the alerts that the caller may see', async () => {
    const own = await createGroup(app.context)
    const user = await createUser(app.context, { groups: [own] })
    const source = await createDataSource(app.context, { groups: { [own]: true } })
    await ownAlert({ query_id: (await ownQuery({ data_source_id: source.id })).id })
    await ownAlert()
    const reply = await (await app.as(user)).get('/api/organization/status')
    expect(reply.json().object_counters.alerts).toBe(1)
  })
})
