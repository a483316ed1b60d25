import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databricks } from '#connectors/hive/databricks-connector.ts'
import { type AppUnderTest, appUnderTest, type Caller } from '#test/app-under-test.ts'
import { createDataSource } from '#test/factories.ts'
import { type DatabricksServer, databricksOptions, startDatabricks } from '#test/live/databricks-server.ts'
import { untilEnded, workerUnderTest } from '#test/worker-under-test.ts'

/** The addresses of the workspace lead to a double here. */
const { open } = databricks
let app: AppUnderTest
let member: Caller
let server: DatabricksServer
let worker: Awaited<ReturnType<typeof workerUnderTest>>
beforeAll(async () => {
  app = await appUnderTest()
  member = await app.as(app.member)
  server = await startDatabricks()
  databricks.open = (options, host, signal) => open(options, { ...host, ...server.host }, signal)
  worker = await workerUnderTest(app)
})
afterAll(async () => {
  databricks.open = open
  await worker?.stop()
  await server?.stop()
  await app?.close()
})

const columns = [
  { name: 'id', type: 'bigint' },
  { name: 'price', type: 'decimal(10,2)', description: 'with tax' },
]

describe('the parts of a schema', () => {
  let path: string
  beforeAll(async () => {
    const options = databricksOptions
    const { id } = await createDataSource(app.context, { type: 'databricks', options })
    path = `/api/databricks/databases/${id}`
  })
  const ended = async (rest: string) => untilEnded(member, (await member.get(`${path}${rest}`)).json().job.id)

  it('lists databases, from the data source and then from the cache', async () => {
    expect((await ended('')).result).toEqual(['shop', 'default'])
    expect((await member.get(path)).json()).toEqual(['shop', 'default'])
    expect((await ended('?refresh=true')).result).toEqual(['shop', 'default'])
    await app.context.db
      .updateTable('schema_levels')
      .set({ read_at: new Date(Date.now() - 3_700_000) })
      .execute()
    expect((await member.get(path)).json()).toHaveProperty('job')
  })

  it('lists tables without their columns, which a refresh reads and keeps', async () => {
    const names = ['shop.b`c', 'shop.orders']
    const bare = { schema: names.map((name) => ({ name, columns: [] })), has_columns: false }
    expect((await ended('/shop/tables')).result).toEqual(bare)
    expect((await ended('/shop/tables')).result).toEqual(bare)
    const [first, second] = bare.schema
    const whole = { schema: [first, { ...second, columns }], has_columns: true }
    expect((await ended('/shop/tables?refresh=true')).result).toEqual(whole)
    expect((await member.get(`${path}/shop/tables`)).json()).toEqual(whole)
    expect((await ended('/old/tables')).result).toMatchObject({ has_columns: false })
  })

  it('lists the columns of a table, each time from the data source', async () => {
    for (const _ of [1, 2]) expect((await ended('/shop/columns/orders')).result).toEqual(columns)
  })

  it('does not join a job that reads another part', async () => {
    const jobs = ['', '/shop/tables', '/shop/columns/orders'].map((rest) =>
      member.get(`${path}${rest}${rest.endsWith('orders') ? '' : '?refresh=true'}`),
    )
    const ids = (await Promise.all(jobs)).map((reply) => reply.json().job.id)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) await untilEnded(member, id)
  })

  it.each([
    ['/gone/tables', 'Error retrieving schema.'],
    ['/shop/columns/gone', 'Error retrieving table columns.'],
  ])('says that %s cannot be read', async (rest, message) => {
    expect((await ended(rest)).error).toMatchObject({
      ...{ code: 2, message, details: expect.stringContaining('syntax error') },
    })
  })

  it('is not asked for as a whole', async () => {
    const { job } = (
      await member.get(path.replace('databricks/databases', 'data_sources') + '/schema')
    ).json()
    expect((await untilEnded(member, job.id)).error).toMatchObject({ code: 1 })
  })

  it('is for those who see the data source', async () => {
    const outsider = await app.as(app.outsider)
    for (const rest of ['', '/shop/tables', '/shop/columns/orders']) {
      expect((await outsider.get(path + rest)).statusCode).toBe(403)
      expect((await app.anonymous.get(path + rest)).statusCode).toBe(401)
    }
  })
})
