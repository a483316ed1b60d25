import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

let app: AppUnderTest
let member: Caller
let sourceId: number
let worker: { stop(): Promise<void> }
/** as whom the coordinator was asked */
const users: unknown[] = []
let coordinator: Server
let options: Record<string, unknown>
beforeAll(async () => {
  coordinator = createServer((request, response) => {
    users.push(request.headers['x-trino-user'])
    response.setHeader('content-type', 'application/json')
    const columns = [{ name: 'n', type: 'integer', typeSignature: { rawType: 'integer', arguments: [] } }]
    response.end(JSON.stringify({ id: 'q1', stats: { state: 'FINISHED' }, columns, data: [[1]] }))
  })
  await new Promise<void>((resolve) => coordinator.listen(0, '127.0.0.1', resolve))
  const { port } = coordinator.address() as { port: number }
  app = await appUnderTest()
  member = await app.as(app.member)
  options = { host: '127.0.0.1', port, username: 'service', impersonation: true }
  sourceId = (await createDataSource(app.context, { type: 'trino', options })).id
  worker = await workerUnderTest(app)
})
afterAll(async () => {
  await worker?.stop()
  await app?.close()
  coordinator?.close()
})

async function run(data_source_id: number, query: string) {
  const reply = await member.post('/api/query_results', { data_source_id, query, max_age: 0 })
  return await untilEnded(member, reply.json().job.id)
}

it('a data source works in the name of a user only while their address is verified', async () => {
  expect(await run(sourceId, 'select 1')).toMatchObject({ status: 3 })
  expect(users).toEqual([app.member.email])
  await app.context.db
    .updateTable('users')
    .set({ is_email_verified: false })
    .where('id', '=', app.member.id)
    .execute()
  const job = await run(sourceId, 'select 2')
  expect(job).toMatchObject({ status: 4 })
  expect(JSON.stringify(job)).toContain(`${app.member.email} is not verified`)
  expect(users).toHaveLength(1)
})

it('a data source does not work in the name that a user has chosen', async () => {
  const byName = await createDataSource(app.context, {
    type: 'trino',
    options: { ...options, impersonationField: 'name' },
  })
  const job = await run(byName.id, 'select 1')
  expect(job).toMatchObject({ status: 4 })
  expect(JSON.stringify(job)).toContain('users choose their names themselves')
  expect(users).toHaveLength(1)
})
