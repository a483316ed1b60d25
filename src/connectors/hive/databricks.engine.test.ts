import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type Brickhouse, brickhouse, brickhouseEnvironment } from '#test/engines/brickhouse.ts'
import { withEngine } from '#test/engines/start-engine.ts'
import type { BackendReference, ConnectorHost } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { databricks } from './databricks-connector.ts'

const environment = await brickhouseEnvironment()
const workspace = 'https://dbc-1.cloud.databricks.com'

/** It knows few functions, so the suite runs against a double of ours; this is what others understand of the protocol. */
withEngine('brickhouse 0.1', [typeof environment === 'string' && environment], () => {
  let server: Brickhouse
  let stand: Stand
  beforeAll(async () => {
    server = await brickhouse(environment)
    const toServer = createServerFetch({ version: 'test' })
    const fetchServer: ConnectorHost['fetchServer'] = (url, init, signal) =>
      toServer(url.replace(workspace, server.url), init, signal)
    const options = {
      ...{ host: new URL(workspace).host, http_password: 'any', external_links: false },
      http_path: `/sql/1.0/warehouses/${server.warehouse}`,
    }
    stand = {
      connector: databricks,
      ground: { host: { fetchServer }, options },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server?.stop())

  it('reads types with all digits, after the statements before it', async () => {
    const sink = recordingSink()
    await runOn(
      stand,
      "create table prices (id bigint, price decimal(10, 2), name string) using delta; insert into prices values (9007199254740993, 1.50, 'it\\'s'); select id, price, name from prices",
      sink,
    )
    expect(sink.names.map((name, at) => [name, sink.types[at]])).toEqual([
      ['id', 'integer'],
      ['price', 'float'],
      ['name', 'string'],
    ])
    expect(sink.cells).toEqual([['9007199254740993', '1.50', '"it\'s"']])
  })

  it('gives one row for a statement without a result', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table nothing (a int) using delta', sink)
    expect(sink.cells).toEqual([['"No data was returned."']])
  })

  it('passes on why a statement failed', async () => {
    const failure = await failureOf(runOn(stand, 'select 1 from nope', recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/nope/)
  })

  it('says that there is no such warehouse', async () => {
    const options = { ...stand.ground.options, http_path: '/sql/1.0/warehouses/gone' }
    const session = await openOn(stand, options)
    const failure = await failureOf(session.ping(AbortSignal.timeout(30_000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
  })

  it('goes on with a statement that an earlier worker has begun', async () => {
    stand.backends.length = 0
    await runOn(stand, 'select 1 as a', recordingSink())
    const [backend] = stand.backends as [BackendReference]
    const host = { ...stand.ground.host, reportBackend() {} } as unknown as ConnectorHost
    const sink = recordingSink()
    const { options } = stand.ground
    expect(await databricks.resume?.(options, host, backend, sink, AbortSignal.timeout(30_000))).toBe(true)
    expect(sink.cells).toEqual([['1']])
    const gone = { statement: 'last/00000000-0000-0000-0000-000000000000' }
    expect(await databricks.resume?.(options, host, gone, sink, AbortSignal.timeout(30_000))).toBe(false)
    await databricks.killOrphan?.(options, host, gone)
  })
})
