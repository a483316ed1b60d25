import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAlert } from '#test/alert-factories.ts'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource, createQuery } from '#test/factories.ts'

let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest()
})
afterAll(() => app?.close())

it('many alerts on one large query have a list of bounded size', async () => {
  const { context } = app
  const groups = { [app.organization.defaultGroup]: false }
  const { id: data_source_id } = await createDataSource(context, { groups })
  const query = await createQuery(context, {
    ...{ data_source_id, user_id: app.member.id, query: `select 1 -- ${'x'.repeat(900_000)}` },
    options: { parameters: [], note: 'x'.repeat(250_000) },
  })
  const alert = await createAlert(context, { query_id: query.id, user_id: app.member.id })
  await context.pool.query(
    `insert into alerts (name, options, query_id, user_id)
     select name, options, query_id, user_id from alerts, generate_series(1, 300) where id = $1`,
    [alert.id],
  )
  const member = await app.as(app.member)
  const reply = await member.get('/api/alerts')
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toHaveLength(301)
  expect(reply.body.length).toBeLessThan(1_000_000)
  expect((await member.get(`/api/alerts/${alert.id}`)).json().query.options.note).toHaveLength(250_000)
})
