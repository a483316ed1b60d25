import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { dgraphAccount, startDgraph } from '#test/live/dgraph-server.ts'
import type { HttpDouble } from '#test/live/http-double.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { dgraph } from './dgraph-connector.ts'
import { readDgraphOptions } from './dgraph-options.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const schema = `{"schema":[{"predicate":"name","type":"string"},{"predicate":"friend","type":"uid","list":true},
  {"predicate":"age","type":"int"},{"predicate":"dgraph.type","type":"string","list":true}],
  "types":[{"name":"Person","fields":[{"name":"name"},{"name":"friend"}]},{"name":"dgraph.graphql","fields":[]}]}`
const many = Array.from({ length: 100_000 }, (_, at) => `{"n":${at}}`)

let server: HttpDouble
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startDgraph({
    '{ test() { } }': '{"test":[]}',
    'schema {}': schema,
    people:
      '{"q":[{"name":"Ann","age":9007199254740993,"friend":[{"name":"Bob","score":1.50},{"name":"Cy"}]},{"name":"Dee","at":"2024-01-02T03:04:05Z","tags":[]}],"other":[{"x":1}]}',
    none: '{"q":[]}',
    nothing: '{}',
    many: `{"q":[${many}]}`,
    slow: null,
  })
  const options = { servers: `127.0.0.1:${server.port}`, ...dgraphAccount }
  stand = { connector: dgraph, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('Dgraph reads', () => {
  it('the first block, with a column for each path', async () => {
    const sink = await resultOf('people')
    expect(sink.names).toEqual([
      ...['q.name', 'q.age', 'q.friend.0.name', 'q.friend.0.score', 'q.friend.1.name', 'q.at', 'q.tags'],
    ])
    expect(sink.types).toEqual([...['string', 'integer', 'string', 'float', 'string', 'datetime', 'string']])
    expect(sink.cells).toEqual([
      ['"Ann"', '9007199254740993', '"Bob"', '1.50', '"Cy"', 'null', 'null'],
      ['"Dee"', 'null', 'null', 'null', 'null', '"2024-01-02T03:04:05Z"', '[]'],
    ])
    expect(sink.lines).toEqual(['The result is that of the first block. Left out: other.'])
  })

  it('nothing', async () => {
    for (const text of ['none', 'nothing']) {
      const sink = await resultOf(text)
      expect([sink.names, sink.cells]).toEqual([[], []])
    }
  })

  it('100,000 nodes, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'many', sink)
    expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 5000 })
    await runOn(stand, 'many', few)
    expect(few.batches.reduce((total, count) => total + count, 0)).toBeLessThan(100_000)
  })

  it('types and predicates, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(20_000))).toEqual([
      {
        name: 'Person',
        columns: [
          { name: 'friend', type: '[uid]' },
          { name: 'name', type: 'string' },
        ],
      },
      { name: 'predicates', columns: [{ name: 'age', type: 'int' }] },
    ])
  })
})

describe('Dgraph says', () => {
  it('what is wrong with a text', async () => {
    const failure = await failureOf(resultOf('{ ? }'))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(failure).toMatchObject({ position: { line: 1, column: 3 } })
    expect(String(await failureOf(resultOf('')))).toMatch(/Query is empty/)
  })

  it('what is wrong with the options', async () => {
    const ping = async (changed: Record<string, unknown>) => {
      const session = await openOn(stand, { ...stand.ground.options, ...changed })
      return await failureOf(session.ping(AbortSignal.timeout(20_000)))
    }
    const wrong = await ping({ password: 'wrong-password' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the user or the password: .*invalid username or password/)
    expect(await ping({ user: '' })).toBeInstanceOf(ConnectionFailed)
    expect(String(await ping({ servers: `127.0.0.1:${await freePort()}` }))).toMatch(
      /cannot be reached: the connection was refused/,
    )
    expect(String(dgraph.validate?.({ servers: 'grpc://x' }))).toMatch(/Servers must be/)
  })

  it('which address it asks', () => {
    const originOf = (servers: string) => (readDgraphOptions({ servers }) as { origin: string }).origin
    // the port of gRPC, which stored data sources may have
    expect(originOf('alpha:9080')).toBe('http://alpha:8080')
    expect(originOf('alpha1:8081, alpha2:8082')).toBe('http://alpha1:8081')
    expect(originOf('https://cloud.example')).toBe('https://cloud.example:443')
    expect(originOf('alpha')).toBe('http://alpha:8080')
  })
})

it('ends the request of a run that is stopped', async () => {
  const stop = new AbortController()
  const running = failureOf(runOn(stand, 'slow', recordingSink(), stop.signal))
  await expect.poll(() => server.heard.at(-1)?.body ?? '', { timeout: 20_000 }).toBe('slow')
  const before = server.abandoned()
  stop.abort()
  expect(await running).toBeInstanceOf(Cancelled)
  await expect.poll(server.abandoned, { timeout: 20_000 }).toBe(before + 1)
})
