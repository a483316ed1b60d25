import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { graphiteAccount, startGraphite } from '#test/live/graphite-server.ts'
import type { HttpDouble } from '#test/live/http-double.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { graphite } from './graphite-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }

function* many(name: string, count: number) {
  yield `{"target": "${name}", "tags": {}, "datapoints": [[0, 1700000000]`
  for (let at = 1; at < count; at += 1000) {
    yield Array.from(
      { length: Math.min(1000, count - at) },
      (_, n) => `, [${at + n}.5, ${1700000000 + at + n}]`,
    ).join('')
  }
  yield ']}'
}

function* endless() {
  for (let at = 0; ; at++)
    yield `${at === 0 ? '' : ', '}{"target": "s${at}", "datapoints": [[${at}, 1700000000]]}`
}

let server: HttpDouble
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startGraphite({
    'servers.a.load': () => [
      '{"target": "servers.a.load", "tags": {"name": "servers.a.load"}, "datapoints": [[1.50, 1700000000], [null, 1700000060]]}',
    ],
    "alias(servers.b.load, 'b & ä')": () => [
      '{"target": "b & \\u00e4", "datapoints": [[9007199254740993, 1700000000]]}',
    ],
    none: () => ['{"target": "none", "datapoints": []}'],
    many: () => many('many', 100_000),
    endless,
    'too large': () => many('large', 10_000_000),
    'no list': () => ['{"target": "x", "datapoints": [[1, 2, 3]]}'],
    'no number': () => ['{"target": "x", "datapoints": [["one", 1700000000]]}'],
  })
  const options = { url: `${server.url}/`, ...graphiteAccount }
  stand = { connector: graphite, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('Graphite reads', () => {
  it('the points of each series', async () => {
    const sink = await resultOf(
      "target=servers.a.load\n\n  target=alias(servers.b.load, 'b %26 ä')\nfrom=-1d\n",
    )
    expect(sink.names).toEqual(['Time::x', 'value::y', 'name::series'])
    expect(sink.types).toEqual(['datetime', 'float', 'string'])
    expect(sink.cells).toEqual([
      ['"2023-11-14T22:13:20.000Z"', '1.50', '"servers.a.load"'],
      ['"2023-11-14T22:14:20.000Z"', 'null', '"servers.a.load"'],
      ['"2023-11-14T22:13:20.000Z"', '9007199254740993', '"b & ä"'],
    ])
  })

  it('a series without points', async () => {
    const sink = await resultOf('target=none&from=-1d')
    expect([sink.names.length, sink.cells]).toEqual([3, []])
  })

  it('100,000 points, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'target=many', sink)
    expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 2000 })
    await runOn(stand, 'target=endless', few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('no schema, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(5000))).toBeNull()
  })
})

describe('Graphite says', () => {
  it.each([
    ['', /^Query is empty$/],
    ['from=-1d', /needs a line with a target/],
    ['target=unknown', /^Failed getting results \(400\): Bad Request Invalid target: unknown$/],
    ['target=none\nfrom=yesterday evening', /Invalid value for from/],
    ['target=too large', /larger than 32 MB/],
    ['target=no list', /not a value and a time/],
    ['target=no number', /sent "one" as a value of type number/],
  ])('what is wrong with %s', async (text, message) => {
    const failure = await failureOf(resultOf(text))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
  })

  it('what is wrong with the options', async () => {
    const ping = async (changed: Record<string, unknown>) => {
      const session = await openOn(stand, { ...stand.ground.options, ...changed })
      return await failureOf(session.ping(AbortSignal.timeout(20_000)))
    }
    const wrong = await ping({ password: 'wrong-password' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the user or the password/)
    expect(String(await ping({ url: `${server.url}/x` }))).toMatch(/Failed getting results \(404\)/)
    const refused = await ping({ url: `http://127.0.0.1:${await freePort()}` })
    expect(String(refused)).toMatch(/cannot be reached: the connection was refused/)
  })

  it.each([
    [{ url: 'graphite:80' }, /Url must begin/],
    [{ url: 'http://a:b@graphite' }, /Url must hold no user/],
    [{ url: 'http://graphite/render?x' }, /Url must have no part/],
  ])('that %j cannot be', (options, message) => {
    expect(String(graphite.validate?.(options))).toMatch(message)
  })
})

it('ends the request of a run that is stopped', async () => {
  const stop = new AbortController()
  const sink = recordingSink({ keepsCells: false })
  const running = failureOf(runOn(stand, 'target=endless', sink, stop.signal))
  await expect.poll(() => sink.batches.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = server.abandoned()
  stop.abort()
  expect(await running).toBeInstanceOf(Cancelled)
  await expect.poll(server.abandoned, { timeout: 20_000 }).toBe(before + 1)
})
