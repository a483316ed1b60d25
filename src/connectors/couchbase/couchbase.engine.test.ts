import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type CouchbaseServer, couchbaseAccount, startCouchbase } from '#test/live/couchbase-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { couchbase } from './couchbase-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

function* many(count: number, text = 'row') {
  for (let at = 0; at < count; at++) yield `{"n":${at},"text":"${text} ${at}"}`
}

const answers = {
  'Select 1': { rows: () => ['{"$1":1}'] },
  types: {
    rows: () => [
      '{"shop":{"id":9007199254740993,"total":1.50,"tags":["a"],"at":"2024-01-02T03:04:05Z","by":{"x":1}},"ok":true}',
      '{"shop":{"id":1,"total":null},"ok":false,"empty":{}}',
    ],
  },
  raw: { rows: () => ['1', 'null', '"x"'] },
  none: { rows: () => [] },
  many: { rows: () => many(100_000) },
  endless: { rows: () => many(Number.POSITIVE_INFINITY, 'x'.repeat(1000)) },
  late: {
    rows: () => many(10_000),
    end: ',"errors":[{"code":1080,"msg":"Timeout 1s exceeded"}],"status":"timeout"',
  },
  slow: null,
}
const analyticsOnly = {
  'SELECT d.DatasetName AS name FROM Metadata.`Dataset` d WHERE d.DataverseName <> "Metadata"': {
    rows: () => ['{"name":"orders"}', '{"name":"items"}'],
  },
}
const queryOnly = {
  'SELECT k.name AS name, k.`bucket` AS `bucket`, k.`scope` AS `scope` FROM system:keyspaces AS k': {
    rows: () => ['{"name":"travel"}', '{"name":"hotel","bucket":"travel","scope":"inventory"}'],
  },
}

const standOf = (server: CouchbaseServer): Stand =>
  ({
    connector: couchbase,
    ground: { host, options: { host: '127.0.0.1', port: String(server.port), ...couchbaseAccount } },
    backends: [],
  }) as unknown as Stand

describe.each(['analytics', 'query'] as const)('Couchbase, service %s', (service) => {
  let server: CouchbaseServer
  let stand: Stand
  const resultOf = async (text: string) => {
    const sink = recordingSink()
    await runOn(stand, text, sink)
    return sink
  }
  beforeAll(async () => {
    const own = service === 'analytics' ? analyticsOnly : queryOnly
    server = await startCouchbase(service, { ...answers, ...own })
    stand = standOf(server)
  })
  afterAll(() => server?.stop())

  it('reads rows, whose objects are opened once', async () => {
    const sink = await resultOf('types')
    expect(sink.names).toEqual(['shop.id', 'shop.total', 'shop.tags', 'shop.at', 'shop.by', 'ok', 'empty'])
    expect(sink.types).toEqual([...['integer', 'float', 'string', 'datetime', 'string', 'boolean', 'string']])
    expect(sink.cells).toEqual([
      [...['9007199254740993', '1.50', '["a"]', '"2024-01-02T03:04:05Z"', '{"x":1}', 'true', 'null']],
      ['1', 'null', 'null', 'null', 'null', 'false', '{}'],
    ])
    const raw = await resultOf('raw')
    expect([raw.names, raw.cells]).toEqual([['value'], [['"1"'], ['null'], ['"x"']]])
    expect((await resultOf('none')).cells).toEqual([])
  })

  it('reads 100,000 rows, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'many', sink)
    expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 5000 })
    await runOn(stand, 'endless', few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('tells its tables, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    const tables = await session.tables(AbortSignal.timeout(20_000))
    const columns = [{ name: 'meta().id' }]
    const names = service === 'analytics' ? ['items', 'orders'] : ['travel', 'travel.inventory.hotel']
    expect(tables).toEqual(names.map((name) => ({ name, columns })))
  })

  it('says what is wrong, also behind the rows', async () => {
    const failure = await failureOf(resultOf('selec'))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(failure).toMatchObject({
      position: service === 'query' ? { line: 1, column: 1 } : { line: 2, column: 3 },
    })
    expect(String(await failureOf(resultOf('late')))).toMatch(/Timeout 1s exceeded \(1080\)/)
    expect(String(await failureOf(resultOf(' ')))).toMatch(/Query is empty/)
  })

  it('ends a request that is stopped', async () => {
    const stop = new AbortController()
    const running = failureOf(runOn(stand, 'slow', recordingSink(), stop.signal))
    await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
    stop.abort()
    expect(await running).toBeInstanceOf(Cancelled)
    await expect.poll(server.running, { timeout: 20_000 }).toBe(0)
  })

  it('says what is wrong with the options', async () => {
    const ping = async (changed: Record<string, unknown>) => {
      const session = await openOn(stand, { ...stand.ground.options, ...changed })
      return await failureOf(session.ping(AbortSignal.timeout(20_000)))
    }
    const wrong = await ping({ password: 'wrong-password' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/Wrong username\/password/)
    expect(String(await ping({ port: String(await freePort()) }))).toMatch(
      /cannot be reached: the connection was refused/,
    )
  })
})

it('ends the request of a worker that died, and no other', async () => {
  const server = await startCouchbase('analytics', answers)
  const stand = standOf(server)
  const running = failureOf(runOn(stand, 'slow', recordingSink()))
  await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
  const { options } = stand.ground
  const other = { client_context_id: 'sextant_00000000-0000-0000-0000-000000000000' }
  await couchbase.killOrphan?.(options, host as unknown as ConnectorHost, other)
  expect(server.running()).toBe(1)
  await couchbase.killOrphan?.(options, host as unknown as ConnectorHost, stand.backends[0] ?? {})
  expect(String(await running)).toMatch(/Request was cancelled/)
  await server.stop()
})

it.each([
  [{ host: 'db:8095' }, /Host must be/],
  [{ host: 'db', port: 'x' }, /Port must be/],
  [{ host: 'db', protocol: 'ftp' }, /Protocol must be/],
])('Couchbase refuses %j', (options, message) => {
  expect(String(couchbase.validate?.(options))).toMatch(message)
})
