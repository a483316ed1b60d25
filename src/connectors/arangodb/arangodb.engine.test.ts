import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type ArangodbServer, arangodbAccount, startArangodb } from '#test/live/arangodb-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { arangodb } from './arangodb-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

function* many(count: number, text = 'row') {
  for (let at = 0; at < count; at++) yield `{"n":${at},"text":"${text} ${at}"}`
}
const wide = 'x'.repeat(1000)
function* late() {
  yield* many(40_000, wide)
  yield '{"other":1}'
}

let server: ArangodbServer
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startArangodb({
    "RETURN {'id': 1}": () => ['{"id":1}'],
    types: () => [
      '{"i":9007199254740993,"f":1.50,"s":"a\\"b","t":true,"d":"2024-01-02T03:04:05Z","n":null,"l":[1],"o":{"a":1}}',
      '{"i":1,"f":2,"x":"late"}',
    ],
    scalars: () => ['1', '2.5', 'null'],
    none: () => [],
    many: () => many(100_000),
    endless: () => many(Number.POSITIVE_INFINITY, wide),
    late,
    slow: null,
  })
  const options = { host: '127.0.0.1', port: server.port, ...arangodbAccount, timeout: 30 }
  stand = { connector: arangodb, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('ArangoDB reads', () => {
  it('documents, digit for digit', async () => {
    const sink = await resultOf('types')
    expect(sink.names).toEqual(['i', 'f', 's', 't', 'd', 'n', 'l', 'o', 'x'])
    expect(sink.types).toEqual([
      ...['integer', 'float', 'string', 'boolean', 'datetime', 'string', 'string', 'string', 'string'],
    ])
    expect(sink.cells).toEqual([
      [
        ...['9007199254740993', '1.50', '"a\\"b"', 'true', '"2024-01-02T03:04:05Z"', 'null'],
        ...['[1]', '{"a":1}', 'null'],
      ],
      ['1', '2', 'null', 'null', 'null', 'null', 'null', 'null', '"late"'],
    ])
    const sent = JSON.parse(server.heard.at(-1)?.body ?? '')
    expect(sent.options).toEqual({ stream: true, maxRuntime: 30 })
  })

  it('values that are no documents, and nothing', async () => {
    const sink = await resultOf('scalars')
    expect([sink.names, sink.cells]).toEqual([['value'], [['1'], ['2.5'], ['null']]])
    const none = await resultOf('none')
    expect([none.names, none.cells]).toEqual([[], []])
  })

  it('100,000 documents page by page, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'many', sink)
    expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    expect(server.running()).toBe(0)
    await runOn(stand, 'endless', recordingSink({ keepsCells: false, stopAfter: 5000 }))
    expect(server.running()).toBe(0)
  })

  it('the names of the collections, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(20_000))).toEqual([
      { name: 'items', columns: [] },
      { name: 'orders', columns: [] },
    ])
  })
})

describe('ArangoDB says', () => {
  it.each([
    ['RETRN 1', /unexpected identifier near 'RETRN 1' at position 1:1$/, { line: 1, column: 1 }],
    ['', /^Query is empty$/, null],
    ['late', /a field "other" that none of the .* RETURN \{ a: d\.a \}/, null],
  ])('what is wrong with %s', async (text, message, position) => {
    const failure = await failureOf(resultOf(text))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
    expect(failure).toMatchObject({ position })
    expect(server.running()).toBe(0)
  })

  it('what is wrong with the options', async () => {
    const ping = async (changed: Record<string, unknown>) => {
      const session = await openOn(stand, { ...stand.ground.options, ...changed })
      return await failureOf(session.ping(AbortSignal.timeout(20_000)))
    }
    const wrong = await ping({ password: 'wrong-password' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the user or the password: not authorized/)
    const database = await ping({ dbname: 'other' })
    expect(database).toBeInstanceOf(ConnectionFailed)
    expect(String(database)).toMatch(/has no database "other": database not found/)
    expect(String(await ping({ port: await freePort() }))).toMatch(
      /cannot be reached: the connection was refused/,
    )
  })

  it.each([
    [{ host: 'db:8529' }, /Host must be/],
    [{ host: 'db/x' }, /Host must be/],
    [{ host: 'user@db' }, /Host must be/],
    [{ port: 0 }, /Port must be/],
    [{ timeout: -1 }, /AQL Timeout/],
  ])('that %j cannot be', (options, message) => {
    expect(String(arangodb.validate?.(options))).toMatch(message)
  })
})

describe('ArangoDB ends a query', () => {
  it('that is stopped', async () => {
    const stop = new AbortController()
    const running = failureOf(runOn(stand, 'slow', recordingSink(), stop.signal))
    await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
    stop.abort()
    expect(await running).toBeInstanceOf(Cancelled)
    expect(server.running()).toBe(0)
  })

  it('whose worker died, and no other', async () => {
    stand.backends.length = 0
    const running = failureOf(runOn(stand, 'slow', recordingSink()))
    await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
    const { options } = stand.ground
    const other = { query_marker: 'sextant_00000000-0000-0000-0000-000000000000' }
    await arangodb.killOrphan?.(options, host as unknown as ConnectorHost, other)
    expect(server.running()).toBe(1)
    await arangodb.killOrphan?.(options, host as unknown as ConnectorHost, stand.backends[0] ?? {})
    expect(String(await running)).toMatch(/query killed/)
    expect(server.running()).toBe(0)
  })
})
