import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type FluxServer, fluxAccount, startFluxServer } from '#test/live/flux-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { Cancelled, ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { recordingSink } from '../recording-sink.ts'
import { influxdbv2 } from './influxdbv2-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

const types = csv(
  '#datatype,string,long,dateTime:RFC3339,double,unsignedLong,boolean,string,duration,base64Binary',
  '#group,false,false,false,false,false,false,true,false,false',
  '#default,_result,,,,,,none,,',
  ',result,table,_time,_value,count,ok,host,took,raw',
  ',,0,2024-01-02T03:04:05.123456789Z,1.50,18446744073709551615,true,"a,""b""\nc",1h2m,aGk=',
  ',,0,2024-01-02T03:04:06Z,NaN,,false,,,',
)

const blocks = csv(
  '#datatype,string,long,dateTime:RFC3339,long',
  '#group,false,false,false,false',
  '#default,_result,,,',
  ',result,table,_time,_value',
  ',,0,2024-01-02T03:04:05Z,1',
  ',,1,2024-01-02T03:04:05Z,',
  '',
  '#datatype,string,long,string,double',
  '#group,false,false,true,false',
  '#default,_result,,,',
  ',result,table,zone,_value',
  ',,2,null,2.5',
)

const late = csv(
  '#datatype,string,long,long',
  '#group,false,false,false',
  '#default,_result,,',
  ',result,table,_value',
  ',,0,1',
  '',
  '#datatype,string,string',
  '#group,true,true',
  '#default,,',
  ',error,reference',
  ',"runtime error @3:5-3:9: division by zero",897',
)

const head = csv(
  '#datatype,string,long,long,string',
  '#group,false,false,false,false',
  '#default,_result,,,',
  ',result,table,n,text',
)

function* many(count: number) {
  yield head
  for (let from = 0; from < count; from += 1000) {
    yield Array.from({ length: 1000 }, (_, at) => `,,0,${from + at},row ${from + at}\r\n`).join('')
  }
}

function* lateBlock() {
  yield* many(400_000)
  yield csv('', '#datatype,string,long,double', '#group,false,false,false', '#default,_result,,')
  yield csv(',result,table,other', ',,1,1.5')
}

let server: FluxServer
let stand: Stand
const resultOf = async (text: string) => {
  const sink = recordingSink()
  await runOn(stand, text, sink)
  return sink
}

beforeAll(async () => {
  server = await startFluxServer({
    types,
    blocks,
    late,
    empty: '\r\n',
    short: csv('#datatype,string,long', '#group,false,false', '#default,_result,', ',result,table', ',,0,1'),
    many: () => many(100_000),
    endless: () => many(Number.POSITIVE_INFINITY),
    'late block': lateBlock,
    'open quote': `${head},,0,1,"x\r\n`,
  })
  const options = { url: `${server.url}/`, ...fluxAccount }
  stand = { connector: influxdbv2, ground: { host, options }, backends: [] } as unknown as Stand
})
afterAll(() => server?.stop())

describe('InfluxDB 2 reads', () => {
  it('every type, digit for digit, and what an empty cell stands for', async () => {
    const sink = await resultOf('types')
    expect(sink.names).toEqual([
      ...['result', 'table', '_time', '_value', 'count', 'ok', 'host', 'took', 'raw'],
    ])
    expect(sink.types).toEqual([
      ...['string', 'integer', 'datetime', 'float', 'integer', 'boolean', 'string', 'string', 'string'],
    ])
    expect(sink.cells).toEqual([
      [
        ...['"_result"', '0', '"2024-01-02T03:04:05.123Z"', '1.50', '18446744073709551615', 'true'],
        ...['"a,\\"b\\"\\nc"', '"1h2m"', '"aGk="'],
      ],
      [
        ...['"_result"', '0', '"2024-01-02T03:04:06Z"', 'null', 'null', 'false'],
        ...['"none"', 'null', 'null'],
      ],
    ])
  })

  it('tables with other columns and types', async () => {
    const sink = await resultOf('blocks')
    expect(sink.names).toEqual(['result', 'table', '_time', '_value', 'zone'])
    expect(sink.types).toEqual(['string', 'integer', 'datetime', 'float', 'string'])
    expect(sink.cells.map((row) => row.slice(2))).toEqual([
      ['"2024-01-02T03:04:05Z"', '1', 'null'],
      ['"2024-01-02T03:04:05Z"', 'null', 'null'],
      // a text that reads null is one
      ['null', '2.5', '"null"'],
    ])
  })

  it('nothing', async () => {
    const sink = await resultOf('empty')
    expect([sink.names, sink.cells]).toEqual([[], []])
  })

  it('100,000 rows in bounded batches, and no more than the sink wants', async () => {
    const sink = recordingSink({ keepsCells: false })
    await runOn(stand, 'many', sink)
    expect(sink.batches.reduce((total, count) => total + count, 0)).toBe(100_000)
    const few = recordingSink({ keepsCells: false, stopAfter: 5000 })
    await runOn(stand, 'endless', few)
    expect(few.batches.length).toBeGreaterThan(0)
  })

  it('no schema, and passes the connection test', async () => {
    const session = await openOn(stand)
    await session.ping(AbortSignal.timeout(20_000))
    expect(await session.tables(AbortSignal.timeout(5000))).toBeNull()
  })
})

describe('InfluxDB 2 says', () => {
  it.each([
    ['nonsense', /undefined identifier nonsense/, { line: 1, column: 1 }],
    ['late', /division by zero/, { line: 3, column: 5 }],
    ['', /^Query is empty$/, null],
    ['short', /a row of 3 cells for 2 columns/, null],
    ['late block', /"other" comes only after a long part/, null],
    ['open quote', /connection to the server was lost/, null],
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
    const wrong = await ping({ token: 'wrong-token' })
    expect(wrong).toBeInstanceOf(ConnectionFailed)
    expect(String(wrong)).toMatch(/refuses the token: unauthorized access/)
    expect(String(wrong)).not.toContain('wrong-token')
    expect(String(await ping({ org: 'other' }))).toMatch(/organization name "other" not found/)
    expect(String(await ping({ url: `${server.url}/x` }))).toMatch(/path not found/)
    const refused = await ping({ url: `http://127.0.0.1:${await freePort()}` })
    expect(String(refused)).toMatch(/cannot be reached: the connection was refused/)
    server.setHealth('fail')
    expect(String(await ping({}))).toMatch(/InfluxDB is not healthy\. Check logs for more information\./)
    server.setHealth('pass')
  })

  it.each([
    [{ url: 'localhost:8086' }, /URL must begin/],
    [{ url: 'http://a:b@localhost:8086' }, /URL must have no user/],
    [{ url: 'http://localhost:8086', token: 'ü' }, /Token can hold only/],
  ])('that %j cannot be', (options, message) => {
    expect(String(influxdbv2.validate?.(options))).toMatch(message)
  })
})

it('ends the request of a run that is stopped', async () => {
  const stop = new AbortController()
  const sink = recordingSink({ keepsCells: false })
  const running = failureOf(runOn(stand, 'endless', sink, stop.signal))
  await expect.poll(() => sink.batches.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = server.abandoned()
  stop.abort()
  expect(await running).toBeInstanceOf(Cancelled)
  await expect.poll(server.abandoned, { timeout: 20_000 }).toBe(before + 1)
})
