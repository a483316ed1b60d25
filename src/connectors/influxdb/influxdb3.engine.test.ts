import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type Influxdb3Server, influxdb3Account, startInfluxdb3 } from '#test/live/influxdb3-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { influxdb3 } from './influxdb3-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

let server: Influxdb3Server
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startInfluxdb3()
  const options = { url: `${server.url}/`, ...influxdb3Account }
  stand = { connector: influxdb3, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('InfluxDB 3 reads', () => {
  it('values, digit for digit, and times without a zone', async () => {
    const sink = await resultOf(
      `select '2024-01-02T03:04:05.123456789' as time, 9007199254740993 as i, 1.5 as f, 'ä "x"' as s, null as n
        union all select '2024-01-02T03:04:06', null, 2.5, null, 1 order by 1`,
    )
    expect(sink.names).toEqual(['time', 'i', 'f', 's', 'n'])
    expect(sink.types).toEqual(['datetime', 'integer', 'float', 'string', 'integer'])
    expect(sink.cells).toEqual([
      ['"2024-01-02T03:04:05.123"', '9007199254740993', '1.5', '"ä \\"x\\""', 'null'],
      ['"2024-01-02T03:04:06"', 'null', '2.5', 'null', '1'],
    ])
  })

  it('the last of several statements, and nothing', async () => {
    expect((await resultOf('select 1 as a;\nselect 2 as b;')).names).toEqual(['b'])
    expect((await resultOf('select 1 as a where 1 = 0')).cells).toEqual([])
  })

  it('100,000 rows, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, `${count(100_000)} select n, 'row ' || n as text from c`, sink)
    expect(sink.batches.reduce((total, each) => total + each, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 2000 })
    await runOn(stand, `${count(1_000_000_000)} select n, hex(zeroblob(1000)) as text from c`, few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('tables with types, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(20_000))).toEqual([
      {
        name: 'cpu',
        columns: [
          { name: '_time', type: 'Timestamp(Nanosecond, None)' },
          { name: 'load', type: 'Float64' },
        ],
      },
    ])
  })
})

describe('InfluxDB 3 says', () => {
  it.each([
    ['selct 1', /query error: near "selct": syntax error/],
    ['-- nothing', /^Query is empty$/],
    [
      `${count(300_000)} select n, abs(case n when 250000 then -9223372036854775807 - 1 else n end) as a from c`,
      /connection to the server was lost/,
    ],
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
    const wrong = await ping({ token: 'wrong-token' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the token/)
    const database = await ping({ database: 'other' })
    expect(database).toBeInstanceOf(ConnectionFailed)
    expect(String(database)).toMatch(/database not found: other/)
    expect(String(await ping({ url: `${server.url}/x` }))).toMatch(/not as InfluxDB 3 does/)
    expect(String(await ping({ url: `http://127.0.0.1:${await freePort()}` }))).toMatch(
      /cannot be reached: the connection was refused/,
    )
    expect(String(influxdb3.validate?.({ url: 'x' }))).toMatch(/URL must begin/)
  })
})

it('ends the request of a run that is stopped', async () => {
  const stop = new AbortController()
  const running = failureOf(runOn(stand, 'select /* hangs */ 1', recordingSink(), stop.signal))
  await expect.poll(() => server.heard.at(-1)?.body ?? '', { timeout: 20_000 }).toContain('hangs')
  const before = server.abandoned()
  stop.abort()
  expect(await running).toBeInstanceOf(Cancelled)
  await expect.poll(server.abandoned, { timeout: 20_000 }).toBe(before + 1)
})
