import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { type AthenaServer, startAthena } from '#test/live/athena-server.ts'
import { untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

const account = { accessKey: 'AKIDESTIMATE', secretKey: 'secret/of+estimates', region: 'eu-central-1' }

let app: AppUnderTest
let server: AthenaServer
let member: Caller
let sourceId: number
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  server = await startAthena(account, (text) => {
    if (!text.includes('n = 5'))
      return { reason: "COLUMN_NOT_FOUND: line 2:2: Column 'x' cannot be resolved" }
    const table = { catalog: 'c', schemaTable: { schema: 's', table: 't' } }
    const plan = {
      inputTableColumnInfos: [{ table, estimate: { outputRowCount: 7, outputSizeInBytes: 56 } }],
    }
    return { columns: [['Query Plan', 'varchar']], rows: [[JSON.stringify(plan)]] }
  })
  vi.stubEnv('AWS_ENDPOINT_URL', server.url)
  app = await appUnderTest()
  member = await app.as(app.member)
  const options = {
    ...{ region: account.region, aws_access_key: account.accessKey, aws_secret_key: account.secretKey },
    s3_staging_dir: 's3://results-of-team/',
  }
  sourceId = (await createDataSource(app.context, { type: 'athena', options })).id
  worker = await workerUnderTest(app)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await worker?.stop()
  await app?.close()
  await server?.stop()
})

const estimate = (body: object) =>
  member.post('/api/query_results/estimate', { data_source_id: sourceId, ...body })

it('asks the data source what a text with its values would read, and runs nothing', async () => {
  const reply = await estimate({ query: 'select * from t where n = {{ n }}', parameters: { n: 5 } })
  expect(reply.statusCode).toBe(200)
  const job = await untilEnded(member, reply.json().job.id)
  expect([job.status, job.error, job.result]).toEqual([
    3,
    '',
    { bytes: 56, rows: 7, precision: 'by_statistics', tables: ['c.s.t'], notes: [] },
  ])
  expect(server.begun).toHaveLength(1)
  const text = String(server.begun[0]?.['QueryString'])
  expect(text.startsWith('EXPLAIN (TYPE IO, FORMAT JSON) /* Username: member@')).toBe(true)
  expect(text.endsWith('*/ select * from t where n = 5')).toBe(true)
  const own = (await member.get('/api/run_history')).json()
  expect(JSON.stringify(own)).not.toContain('select * from t')
})

it('places errors in the text of the user', async () => {
  const reply = await estimate({ query: 'select\n x from t' })
  const job = await untilEnded(member, reply.json().job.id)
  expect(job).toMatchObject({ status: 4, error: expect.stringContaining("'x' cannot be resolved") })
  expect(job.error_position).toEqual({ line: 2, column: 2 })
})

it('refuses what cannot be run, and types that give no estimates', async () => {
  expect((await estimate({ query: 'select {{ n }}' })).json().job.error).toMatch(/Missing parameter value/)
  const groups = { [app.organization.defaultGroup]: false, [app.viewerGroup]: true }
  const postgres = await createDataSource(app.context, { groups })
  const viewer = await app.as(app.viewer)
  const forbidden = await viewer.post('/api/query_results/estimate', {
    ...{ query: 'select 1', data_source_id: postgres.id },
  })
  expect(forbidden.statusCode).toBe(403)
  const other = await estimate({ query: 'select 1', data_source_id: postgres.id })
  expect([other.statusCode, other.json().code]).toEqual([400, 'execution.no_estimate'])
  const listed = (await member.get('/api/data_sources')).json() as { id: number }[]
  expect(listed.filter((source) => 'supports_estimates' in source).map(({ id }) => id)).toEqual([sourceId])
})
