import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'

const lines: Record<string, unknown>[] = []
let app: AppUnderTest
beforeAll(async () => {
  app = await appUnderTest({ log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) })
})
afterAll(() => app.close())

it('has a line for each request, with the id that its reply names and the job that it started', async () => {
  const source = await createDataSource(app.context)
  const admin = await app.as(app.admin)
  const body = { data_source_id: source.id, query: 'select 1', max_age: 0 }
  const reply = await admin.post('/api/query_results', body, { headers: { 'x-request-id': 'chosen' } })
  const { id } = reply.json<{ job: { id: string } }>().job
  const reqId = reply.headers['x-request-id']
  expect(reqId).toMatch(/^[0-9a-f-]{36}$/)
  await expect
    .poll(() => lines.find((line) => line['msg'] === 'request' && line['reqId'] === reqId))
    .toMatchObject({ url: '/api/query_results', status: 200, job: id })
  expect((await app.anonymous.get('/nothing')).headers['x-request-id']).not.toBe(reqId)
})
