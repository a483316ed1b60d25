import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventLimits } from '#shared/events/event-limits.ts'
import type { EventInList } from '#shared/events/events-api.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createOrganization, createQuery } from '#test/factories.ts'
import { cleanEvents } from './clean-events-job.ts'
import { insertEvents, type NewEvent } from './event-store.ts'

let app: AppUnderTest
let member: Caller
let admin: Caller
let viewer: Caller
const now = new Date('2026-03-10T12:00:00Z')
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

beforeAll(async () => {
  app = await appUnderTest({ clock: () => now, config: { eventsRetentionDays: 30 } })
  // logins are events too: wait until they are written before the first test
  ;[member, admin, viewer] = await Promise.all([app.as(app.member), app.as(app.admin), app.as(app.viewer)])
  await vi.waitFor(async () => expect(await countStored()).toBe(3), { timeout: 10_000 })
})
afterAll(() => app.close())
beforeEach(() => app.context.pool.query('delete from events'))

async function countStored(): Promise<number> {
  const { rows } = await app.context.pool.query<{ n: number }>('select count(*)::integer as n from events')
  return rows[0]?.n ?? 0
}

function event(changes: Partial<NewEvent> = {}): NewEvent {
  return {
    org_id: app.organization.id,
    user_id: app.member.id,
    actor_name: app.member.email,
    action: 'view',
    object_type: 'page',
    object_id: '/',
    additional_properties: {},
    user_agent: chrome,
    ip: '10.0.0.1',
    is_reported: true,
    created_at: now,
    ...changes,
  }
}
const store = (...events: Partial<NewEvent>[]) => insertEvents(app.context.db, events.map(event))

async function list(query = ''): Promise<{ count: number; results: EventInList[] }> {
  const reply = await admin.get(`/api/events${query}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const idsOf = async (query: string) => (await list(query)).results.map(({ object_id }) => object_id)

describe('POST /api/events', () => {
  const view = { action: 'view', object_type: 'page', object_id: '/queries' }

  it('401 for anonymous callers', async () => {
    expect((await app.anonymous.post('/api/events', [view])).statusCode).toBe(401)
    const query = await createQuery(app.context)
    expect((await app.withKey(query.api_key).post('/api/events', [view])).statusCode).toBe(401)
  })

  it.each([
    ['', { action: 'view', object_type: 'page' }],
    ['', 'view'],
    ['body', Array.from({ length: eventLimits.records + 1 }, () => view)],
    ['0.object_type', [{ action: 'view' }]],
    ['1.action', [view, { object_type: 'page' }]],
    ['0.action', [{ ...view, action: '' }]],
    ['0.action', [{ ...view, action: 'x'.repeat(101) }]],
    ['0.action', [{ ...view, action: 5 }]],
    ['0.object_id', [{ ...view, object_id: ['a'] }]],
    ['0.object_id', [{ ...view, object_id: 'x'.repeat(256) }]],
    ['0.timestamp', [{ ...view, timestamp: 'today' }]],
    ['0.more', [{ ...view, more: 'x'.repeat(5000) }]],
    ['0.more', [{ ...view, more: [[[[['deep']]]]] }]],
  ])('400 names %s', async (field, body) => {
    const reply = await member.post('/api/events', body)
    expect([reply.statusCode, reply.json().field ?? '']).toEqual([400, field])
  })

  it('400 for a prototype in the JSON, without effect', async () => {
    const reply = await app.app.inject({
      method: 'POST',
      url: '/api/events',
      headers: { ...member.headers, 'content-type': 'application/json' },
      payload: '[{"action":"view","object_type":"x","__proto__":{"polluted":1}}]',
    })
    expect(reply.statusCode).toBe(400)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('stores the user and keeps the other fields', async () => {
    const sent = { ...view, timestamp: now.getTime() / 1000 - 2, screen_resolution: '1440x900', user_id: 1 }
    const reply = await member.post('/api/events', [sent], { headers: { 'user-agent': chrome } })
    expect([reply.statusCode, reply.json()]).toEqual([200, null])
    await expect.poll(countStored).toBe(1)
    expect((await list()).results).toEqual([
      {
        id: expect.any(Number),
        org_id: app.organization.id,
        user_id: app.member.id,
        action: 'view',
        object_type: 'page',
        object_id: '/queries',
        created_at: '2026-03-10T11:59:58.000Z',
        user_name: app.member.name,
        browser: 'PC / Linux / Chrome 131',
        location: 'Unknown',
        details: { page: '/queries' },
        object_name: null,
        ip: '127.0.0.1',
        is_reported: true,
        additional_properties: { screen_resolution: '1440x900' },
      },
    ])
  })

  it('429 for too many events', async () => {
    await app.context.pool.query(
      `insert into rate_limit_hits (bucket, window_start, hits) values ($1, $2, $3)`,
      [`events user ${app.viewer.id}`, new Date('2026-03-10T12:00:00Z'), eventLimits.callsPerHour],
    )
    const reply = await viewer.post('/api/events', [view])
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'request.rate_limited'])
    expect((await member.post('/api/events', [])).statusCode).toBe(200)
  })
})

describe('GET /api/events', () => {
  it('401 and 403', async () => {
    for (const path of ['/api/events', '/api/events.csv']) {
      expect((await app.anonymous.get(path)).statusCode).toBe(401)
      expect((await member.get(path)).statusCode).toBe(403)
      expect((await app.withKey(app.member.api_key).get(path)).statusCode).toBe(403)
    }
  })

  it.each([
    ['user_id', 'user_id=abc'],
    ['user_id', 'user_id=0'],
    ['action', `action=${'x'.repeat(101)}`],
    ['from', 'from=yesterday'],
    ['from', 'from=2026-02-30'],
    ['to', 'to=2026-02-30T10:00:00Z'],
    ['to', 'to=2026-02-31T00:00'],
    ['before', 'before=0'],
  ])('400 names %s', async (field, query) => {
    for (const path of ['/api/events', '/api/events.csv']) {
      if (field === 'before' && path.endsWith('csv')) continue
      const reply = await admin.get(`${path}?${query}`)
      expect([reply.statusCode, reply.json().field]).toEqual([400, field])
    }
  })

  it('is paged, newest first', async () => {
    await store(
      ...['a', 'b', 'c', 'd', 'e'].map((object_id, at) => ({
        object_id,
        created_at: new Date(now.getTime() - (5 - at) * 1000),
      })),
      { object_id: 'f', created_at: new Date(now.getTime() - 1000) },
    )
    expect((await list('?page_size=4')).count).toBe(6)
    expect(await idsOf('?page_size=4')).toEqual(['f', 'e', 'd', 'c'])
    expect(await idsOf('?page_size=4&page=2')).toEqual(['b', 'a'])
    const beyond = await admin.get('/api/events?page_size=4&page=3')
    expect([beyond.statusCode, beyond.json().message]).toEqual([400, 'Page is out of range.'])
    const far = await admin.get('/api/events?page_size=250&page=41')
    expect([far.statusCode, far.json().message]).toEqual([400, 'Page is out of range.'])
    const [, , third] = (await list()).results
    expect(await idsOf(`?before=${third?.id}&page_size=2`)).toEqual(['c', 'b'])
    const last = (await list()).results.at(-1)
    expect(await idsOf(`?before=${last?.id}`)).toEqual([])
  })

  it('is filtered by person, action, object and time', async () => {
    const admins = { user_id: app.admin.id, actor_name: app.admin.email }
    await store(
      { object_id: 'page' },
      { ...admins, action: 'edit', object_type: 'datasource', object_id: '5' },
      { action: 'edit', object_type: 'query', object_id: '6' },
      { object_id: 'old', created_at: new Date('2026-03-01T23:59:59Z') },
    )
    expect(await idsOf(`?user_id=${app.admin.id}`)).toEqual(['5'])
    expect(await idsOf('?action=edit')).toEqual(['6', '5'])
    expect(await idsOf('?action=edit&object_type=query')).toEqual(['6'])
    expect(await idsOf('?to=2026-03-01')).toEqual(['old'])
    expect(await idsOf('?to=2026-03-01T23:59:59Z')).toEqual([])
    expect(await idsOf('?from=2026-03-01T23:59:59Z&to=2026-03-09')).toEqual(['old'])
    expect(await idsOf('?from=2026-03-02')).toEqual(['6', '5', 'page'])
    expect(await list('?action=nothing')).toMatchObject({ count: 0, results: [] })
  })

  it('counts only as far as it pages', async () => {
    await app.context.pool.query(
      `insert into events (org_id, action, object_type) select $1, 'list', 'query' from generate_series(1, 10100)`,
      [app.organization.id],
    )
    expect((await list('?page=500')).count).toBe(10_000)
    expect((await list('?page=500')).results).toHaveLength(20)
  })

  it('names people, keys and objects where they are known', async () => {
    const query = await createQuery(app.context, { name: 'Sales' })
    await store(
      { object_type: 'query', object_id: String(query.id) },
      { object_type: 'group', object_id: String(app.organization.defaultGroup) },
      { user_id: null, actor_name: 'ApiKey: Query 7' },
      { user_id: null, actor_name: null, user_agent: null },
      { object_type: 'query', object_id: '2147483647' },
      { object_type: 'dashboard', object_id: 'not a number' },
    )
    const { results } = await list()
    expect(results.map(({ user_name }) => user_name)).toEqual([
      ...[app.member.name, app.member.name, 'Unknown', 'ApiKey: Query 7', app.member.name, app.member.name],
    ])
    expect(results.map(({ object_name }) => object_name)).toEqual([
      null,
      null,
      null,
      null,
      'default',
      'Sales',
    ])
    expect(results[2]?.browser).toBe('Unknown')
  })

  it('holds no events of other organizations', async () => {
    const other = await createOrganization(app.context, { slug: 'other' })
    await store({ org_id: other.id, user_id: null })
    expect((await list()).count).toBe(0)
    expect((await admin.get('/api/events.csv')).body.trim().split('\r\n')).toHaveLength(1)
  })
})

describe('GET /api/events.csv', () => {
  it('is the whole log, with its filters, in batches', async () => {
    await app.context.pool.query(
      `insert into events (org_id, action, object_type, object_id, created_at)
       select $1, 'list', 'query', n, $2::timestamptz + n * interval '1 millisecond' from generate_series(1, 2500) n`,
      [app.organization.id, now],
    )
    await store({ action: 'edit', object_type: 'query' })
    const reply = await admin.get('/api/events.csv?action=list')
    expect(reply.headers['content-type']).toBe('text/csv; charset=UTF-8')
    expect(reply.headers['content-disposition']).toBe('attachment; filename=events_2026_03_10.csv')
    const lines = reply.body.trim().split('\r\n')
    expect(lines[0]).toBe(
      'created_at,user_name,user_id,action,object_type,object_id,object_name,browser,ip,location,is_reported,details,additional_properties',
    )
    const ids = lines.slice(1).map((line) => Number(line.split(',')[5]))
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, at) => 2500 - at))
  })

  it('holds no formulas', async () => {
    await store({
      user_id: null,
      actor_name: '=cmd()',
      object_id: '@sum(1)',
      object_type: '+x',
      action: '-y',
      additional_properties: { term: '=1+1' },
    })
    const line = (await admin.get('/api/events.csv')).body.trim().split('\r\n')[1]
    expect(line).toContain(`,'=cmd(),,'-y,'+x,'@sum(1),`)
    expect(line).toContain(`"{""term"":""=1+1""}"`)
  })
})

describe('the job clean_events', () => {
  it('removes events past their retention', async () => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
    await store(
      { object_id: 'new' },
      { object_id: 'kept', created_at: daysAgo(29.9) },
      { object_id: 'old', created_at: daysAgo(30.1) },
      { object_id: 'ancient', created_at: daysAgo(4000) },
    )
    await cleanEvents(app.context)
    expect(await idsOf('')).toEqual(['new', 'kept'])
  })
})
