import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'

let app: AppUnderTest
let member: Caller
let data_source_id: number

beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  data_source_id = (await createDataSource(app.context)).id
})
afterAll(() => app.close())

const stored = (id: number) =>
  app.context.db
    .selectFrom('queries')
    .where('id', '=', id)
    .select(['is_safe', 'safety_rule', 'version', 'updated_at'])
    .executeTakeFirstOrThrow()
const listed = async (id: number) => {
  const { results } = (await member.get('/api/queries')).json<{
    results: { id: number; is_safe: boolean }[]
  }>()
  return results.find((query) => query.id === id)?.is_safe
}

const unsafe = 'select * from {{ table }}'

it('is stored when a list shows it, without a save', async () => {
  const { id } = await createQuery(app.context, { data_source_id, query: unsafe })
  const before = await stored(id)
  expect(before).toMatchObject({ is_safe: null, safety_rule: null })
  expect(await listed(id)).toBe(false)
  const { version, updated_at } = before
  expect(await stored(id)).toEqual({
    ...{ version, updated_at, is_safe: false },
    safety_rule: expect.stringMatching(/^\d+ pg$/),
  })
})

it('shows what is stored, except verdicts of an older rule', async () => {
  const { id } = await createQuery(app.context, { data_source_id, query: unsafe })
  await listed(id)
  await app.context.db.updateTable('queries').set({ is_safe: true }).where('id', '=', id).execute()
  expect(await listed(id)).toBe(true)
  for (const safety_rule of ['0 pg', '1 mysql']) {
    await app.context.db
      .updateTable('queries')
      .set({ is_safe: true, safety_rule })
      .where('id', '=', id)
      .execute()
    expect(await listed(id)).toBe(false)
    expect(await stored(id)).toMatchObject({ is_safe: false })
  }
})

it('never permits a run: that is judged again', async () => {
  const closed = await createDataSource(app.context, { groups: { [app.viewerGroup]: true } })
  const { id } = await createQuery(app.context, { data_source_id: closed.id, query: unsafe })
  const viewer = await app.as(app.viewer)
  expect((await viewer.get(`/api/queries/${id}`)).json().is_safe).toBe(false)
  await app.context.db.updateTable('queries').set({ is_safe: true }).where('id', '=', id).execute()
  expect((await viewer.get(`/api/queries/${id}`)).json().is_safe).toBe(true)
  const refused = await viewer.post(`/api/queries/${id}/results`, {
    parameters: { table: 'users' },
    max_age: 0,
  })
  expect(refused.statusCode).toBe(403)
})

it.each([
  ['text', { query: 'select 1' }],
  ['options', { options: { parameters: [{ name: 'table', type: 'number', title: 'T', value: 1 }] } }],
])('is forgotten with a change of the %s', async (_what, change) => {
  const { id } = await createQuery(app.context, { data_source_id, query: unsafe, user_id: app.member.id })
  expect(await listed(id)).toBe(false)
  expect((await member.post(`/api/queries/${id}`, change)).json().is_safe).toBe(true)
  expect(await listed(id)).toBe(true)
  expect(await stored(id)).toMatchObject({ is_safe: true })
})

it('too many placeholders and too deep sections are refused; texts stored before open and can be fixed', async () => {
  const deep = `${'{{#a}}'.repeat(101)}x${'{{/a}}'.repeat(101)}`
  for (const query of ['{{#a}}{{p}}{{/a}}'.repeat(1000), deep]) {
    const refused = await member.post('/api/queries', { name: 'Too many', query, data_source_id })
    expect([refused.statusCode, refused.json().error?.field ?? refused.json().field]).toEqual([400, 'query'])
    const old = await createQuery(app.context, { data_source_id, query, user_id: app.member.id })
    expect((await member.get(`/api/queries/${old.id}`)).json()).toMatchObject({ query, is_safe: false })
    expect((await member.post(`/api/queries/${old.id}`, { name: 'Renamed' })).statusCode).toBe(200)
    expect((await member.post(`/api/queries/${old.id}`, { query: `${query}{{p}}` })).statusCode).toBe(400)
    const run = await member.post(`/api/queries/${old.id}/results`, {
      parameters: { a: 1, p: 1 },
      max_age: 0,
    })
    expect(run.statusCode).toBe(400)
    expect((await member.post(`/api/queries/${old.id}`, { query: 'select 1' })).statusCode).toBe(200)
  }
})
