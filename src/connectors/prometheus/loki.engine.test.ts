import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import type { HttpDouble } from '#test/live/http-double.ts'
import { lokiAccount, startLoki } from '#test/live/loki-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { loki } from './loki-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const answer = (type: string, result: string) => () => [
  `{"status":"success","data":{"resultType":"${type}","result":${result},"stats":{"summary":{}}}}`,
]

function* endless() {
  yield '{"status":"success","data":{"resultType":"streams","result":['
  for (let at = 0; ; at++) {
    yield `${at === 0 ? '' : ','}{"stream":{"job":"a"},"values":[["1700000000000000000","line ${at}"]]}`
  }
}

const lines = Array.from({ length: 5000 }, (_, at) => `["17000000000000${String(at).padStart(5, '0')}","x"]`)

let server: HttpDouble
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}
const lastParameters = () => Object.fromEntries(new URLSearchParams(server.heard.at(-1)?.body ?? ''))

beforeAll(async () => {
  server = await startLoki({
    '{job="a"} |= "x"': answer(
      'streams',
      `[{"stream":{"job":"a","host":"ä"},"values":[["1700000000123456789","say \\"x\\""],["1700000000000000000","x",{"trace":"1"}]]},
        {"stream":{"job":"a","line":"7"},"values":[["1700000001000000000","x"]]}]`,
    ),
    '{job="none"}': answer('streams', '[]'),
    '{job="many"}': answer('streams', `[{"stream":{},"values":[${lines}]}]`),
    'sum(rate({job="a"}[1m]))': answer('vector', '[{"metric":{},"value":[1700000000.5,"0.25"]}]'),
    'sum by (job) (rate({job="a"}[1m]))': answer(
      'matrix',
      '[{"metric":{"job":"a"},"values":[[1700000000,"1"],[1700000060,"NaN"]]}]',
    ),
    'vector(1)': answer('scalar', '[1700000000,"1"]'),
    '{job="endless"}': endless,
    '{job="bad"}': answer('streams', '[{"stream":{},"values":[["soon","x"]]}]'),
  })
  const options = { url: `${server.url}/`, ...lokiAccount }
  stand = { connector: loki, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('Loki reads', () => {
  it('lines: time, line and a column for each label', async () => {
    const sink = await resultOf('{job="a"} |= "x"')
    expect(sink.names).toEqual(['timestamp', 'line', 'job', 'host', 'line1'])
    expect(sink.types).toEqual(['datetime', 'string', 'string', 'string', 'string'])
    expect(sink.cells).toEqual([
      ['"2023-11-14T22:13:20.123Z"', '"say \\"x\\""', '"a"', '"ä"', 'null'],
      ['"2023-11-14T22:13:20.000Z"', '"x"', '"a"', '"ä"', 'null'],
      ['"2023-11-14T22:13:21.000Z"', '"x"', '"a"', 'null', '"7"'],
    ])
    expect(lastParameters()).toEqual({ query: '{job="a"} |= "x"', limit: '5000' })
    expect(sink.lines).toEqual([])
  })

  it('none, and says when there may be more', async () => {
    const none = await resultOf('{job="none"}')
    expect([none.names, none.cells]).toEqual([['timestamp', 'line'], []])
    const many = await resultOf('{job="many"}')
    expect(many.cells).toHaveLength(5000)
    expect(many.lines.join()).toMatch(/as many lines as were asked for: 5,000/)
  })

  it('series at a moment and in a range', async () => {
    const vector = await resultOf('sum(rate({job="a"}[1m]))')
    expect([vector.names, vector.cells]).toEqual([
      ['timestamp', 'value'],
      [['"2023-11-14T22:13:20.500Z"', '0.25']],
    ])
    expect((await resultOf('vector(1)')).cells).toEqual([['"2023-11-14T22:13:20.000Z"', '1']])
    const matrix = await resultOf(
      'query=sum by (job) (rate({job="a"}[1m]))\n&start=2023-11-14T22:13:20Z&end=1700000060&step=60',
    )
    expect(matrix.cells).toEqual([
      ['"2023-11-14T22:13:20.000Z"', '1', '"a"'],
      ['"2023-11-14T22:14:20.000Z"', 'null', '"a"'],
    ])
    expect(lastParameters()).toMatchObject({ start: '1700000000', end: '1700000060', step: '60' })
  })

  it('no more than the sink wants', async () => {
    const few = recordingSink({ keepsCells: false, stopAfter: 2000 })
    await runOn(stand, '{job="endless"}', few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('the names of labels as tables, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(20_000))).toEqual([
      { name: 'host', columns: [] },
      { name: 'job', columns: [] },
    ])
  })
})

describe('Loki says', () => {
  it.each([
    ['sum(\n  x', /^parse error at line 2, col 3/, { line: 2, column: 3 }],
    ['query=sum(x', /^parse error at line 2, col 3/, null],
    ['# nothing', /^Query is empty$/, null],
    ['query={job="a"}&limit=10000', /max entries limit per query exceeded/, null],
    ['query={job="a"}&start=soon', /'start' must be a date/, null],
    ['{job="bad"}', /sent "soon" as a value of type datetime/, null],
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
    expect(String(wrong)).toMatch(/refuses the credentials/)
    expect(String(await ping({ tenant: '' }))).toMatch(/no org id/)
    expect(String(await ping({ tenant: 'other' }))).toMatch(/unknown tenant/)
    expect(String(await ping({ url: `${server.url}/x` }))).toMatch(/not as Loki does. Is the address right\?/)
    const refused = await ping({ url: `http://127.0.0.1:${await freePort()}` })
    expect(String(refused)).toMatch(/cannot be reached: the connection was refused/)
    expect(String(loki.validate?.({ url: 'loki:3100' }))).toMatch(/Loki URL must begin/)
  })
})

it('ends the request of a run that is stopped', async () => {
  const stop = new AbortController()
  const running = failureOf(
    runOn(stand, '{job="endless"}', recordingSink({ keepsCells: false }), stop.signal),
  )
  await expect.poll(() => server.heard.at(-1)?.body ?? '', { timeout: 20_000 }).toContain('endless')
  const before = server.abandoned()
  stop.abort()
  expect(await running).toBeInstanceOf(Cancelled)
  await expect.poll(server.abandoned, { timeout: 20_000 }).toBeGreaterThan(before)
})
