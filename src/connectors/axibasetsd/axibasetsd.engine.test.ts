import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type AtsdServer, atsdAccount, startAtsd } from '#test/live/atsd-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { ConnectorHost } from '../connector.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { axibasetsd } from './axibasetsd-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

let server: AtsdServer
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startAtsd()
  const address = { protocol: 'http', hostname: '127.0.0.1', port: server.port }
  const metrics = { expression: "name LIKE 'c*'", min_insert_date: '2024-01-01' }
  const options = { ...address, ...atsdAccount, ...metrics }
  stand = { connector: axibasetsd, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('Axibase reads', () => {
  it('values, digit for digit; nulls are no empty texts', async () => {
    const sink = await resultOf(
      `select 9007199254740993 as i, 1.5 as f, 'a "b", ä' as s, '2024-01-02T03:04:05.123Z' as d, 'x' as e
        union all select null, null, '', null, null order by 1 desc`,
    )
    expect(sink.names).toEqual(['i', 'f', 's', 'd', 'e'])
    expect(sink.types).toEqual(['integer', 'float', 'string', 'datetime', 'string'])
    expect(sink.cells).toEqual([
      ['9007199254740993', '1.5', '"a \\"b\\", ä"', '"2024-01-02T03:04:05.123Z"', '"x"'],
      ['null', 'null', '""', 'null', 'null'],
    ])
  })

  it('nothing, with its columns', async () => {
    const sink = await resultOf('select 1 as a where 1 = 0')
    expect([sink.names, sink.cells]).toEqual([['a'], []])
  })

  it('100,000 rows, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, `${count(100_000)} select n, 'row ' || n as text from c`, sink)
    expect(sink.batches.reduce((total, each) => total + each, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 2000 })
    await runOn(stand, `${count(1_000_000_000)} select n from c`, few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('metrics as tables, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    const tables = await session.tables(AbortSignal.timeout(20_000))
    expect(tables?.map(({ name }) => name)).toEqual(['atsd_series', 'cpu busy', 'disk'])
    expect(tables?.[0]?.columns).toContainEqual({ name: 'value', type: 'number' })
  })
})

describe('Axibase says', () => {
  it.each([
    ['selct 1', /Syntax error at line 1 position 1/, { line: 1, column: 1 }],
    [' ', /^Query is empty$/, null],
    [
      `${count(200_000)} select n, abs(case n when 150000 then -9223372036854775807 - 1 else n end) as a from c`,
      /integer overflow/,
      null,
    ],
  ])('what is wrong with %s', async (text, message, position) => {
    const failure = await failureOf(resultOf(text))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect((failure as Error).message).toMatch(message)
    expect(failure).toMatchObject({ position })
  })

  it('what is wrong with the options', async () => {
    const ping = async (changed: Record<string, unknown>) => {
      const session = await openOn(stand, { ...stand.ground.options, ...changed })
      return await failureOf(session.ping(AbortSignal.timeout(20_000)))
    }
    const wrong = await ping({ password: 'wrong-password' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the user or the password: Bad credentials/)
    expect(String(await ping({ port: await freePort() }))).toMatch(
      /cannot be reached: the connection was refused/,
    )
  })

  it.each([
    [{ hostname: 'a:1' }, /Host must be/],
    [{ hostname: 'a', protocol: 'ftp' }, /Protocol must be/],
    [{ hostname: 'a', port: 70_000 }, /Port must be/],
    [{ hostname: 'a', timeout: 0 }, /Connection Timeout must be/],
    [{ hostname: 'a', limit: 1.5 }, /Metric Limit must be/],
  ])('that %j cannot be', (options, message) => {
    expect(String(axibasetsd.validate?.(options))).toMatch(message)
  })
})

describe('Axibase ends a query', () => {
  it('that is stopped', async () => {
    const stop = new AbortController()
    const running = failureOf(runOn(stand, 'select /* hangs */ 1', recordingSink(), stop.signal))
    await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
    stop.abort()
    expect(await running).toBeInstanceOf(Cancelled)
    await expect.poll(server.running, { timeout: 20_000 }).toBe(0)
  })

  it('whose worker died, and no other', async () => {
    stand.backends.length = 0
    const running = failureOf(runOn(stand, 'select /* hangs */ 1', recordingSink()))
    await expect.poll(server.running, { timeout: 20_000 }).toBe(1)
    const { options } = stand.ground
    const other = { query_id: 'sextant_00000000-0000-0000-0000-000000000000' }
    await axibasetsd.killOrphan?.(options, host as unknown as ConnectorHost, other)
    expect(server.running()).toBe(1)
    await axibasetsd.killOrphan?.(options, host as unknown as ConnectorHost, stand.backends[0] ?? {})
    expect(String(await running)).toMatch(/Query was cancelled/)
  })
})
