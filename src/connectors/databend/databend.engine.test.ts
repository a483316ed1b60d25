import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type DatabendServer, databendUser, startDatabend } from '#test/live/databend-server.ts'
import { freePort } from '#test/test-postgres.ts'
import type { RunProgress } from '../connector.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { databend } from './databend-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select '1' as "a:Int32", '18446744073709551615' as "b:UInt64", '1.5' as "c:Float64", '1.50' as "d:Decimal(10, 2)",
      'true' as "e:Boolean", 'x' as "f:Nullable(String)", '[1,2]' as "g:Array(Int32)", '{"k": [1]}' as "h:Variant",
      '(1, ''p'')' as "i:Tuple(Int32, String)", '00ff' as "j:Binary", 'nan' as "k:Float32 NULL"`,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'boolean'],
      ['f', 'string'],
      ['g', null],
      ['h', null],
      ['i', null],
      ['j', 'string'],
      ['k', 'float'],
    ],
    cells: [
      [
        ...['1', '18446744073709551615', '1.5', '1.50', 'true', '"x"', '[1,2]', '{"k": [1]}'],
        ...['"(1, \'p\')"', '"00ff"', 'null'],
      ],
    ],
  },
  nulls: {
    text: `select null as "a:Nullable(Int32)", '' as b, null as c`,
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', null],
    ],
    cells: [['null', '""', 'null']],
  },
  empty: {
    text: 'select 1 as "a:Int32" where 0',
    columns: [['a', 'integer']],
    cells: [],
  },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    columns: [
      ['name', 'integer'],
      ['name1', 'integer'],
      ['name2', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: `select 9223372036854775807 as a, '12345678901234567890.1234567890' as "b:Decimal(38, 10)"`,
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
    ],
    cells: [['9223372036854775807', '12345678901234567890.1234567890']],
  },
  dates: {
    text: `select '2024-01-02 03:04:05.123456' as "a:Timestamp", '2024-02-29' as "b:Date"`,
    columns: [
      ['a', 'datetime'],
      ['b', 'date'],
    ],
    cells: [['"2024-01-02T03:04:05.123"', '"2024-02-29"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\\\ ''' as a, '表' as 表",
    columns: [
      ['a', 'string'],
      ['表', 'string'],
    ],
    cells: [[JSON.stringify('😀 e\u0301 "quoted" \\ \''), '"表"']],
  },
  severalStatements: {
    text: "select 'not this; one';\n-- nor; this\nselect 2 as a;",
    columns: [['a', 'integer']],
    cells: [['2']],
  },
  wrongText: {
    text: 'select 1;\n  selct 2',
    message: /near "selct": syntax error \(code 1005\)$/,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count(200_000)} select n, abs(case n when 150000 then -9223372036854775807 - 1 else n end) as b from c`,
    message: /integer overflow \(code 1001\)/,
    position: null,
  },
  manyRows: `${count(100_000)} select n, 'row ' || n as text from c`,
  oversized: (place) =>
    `${count(3)} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: 'select /* hangs */ 1',
  endless: 'select /* endless */ 1',
  schema: [
    {
      name: 'default.t',
      columns: [
        { name: 'id', type: 'Int32' },
        { name: 'price', type: 'Decimal(10, 2)' },
      ],
    },
  ],
  lacks: { withoutResult: 'a statement without a result gives a result without columns' },
}

const optionsOf = ({ port }: DatabendServer) => ({
  ...{ ...databendUser, host: '127.0.0.1', port: String(port), database: 'default' },
})

connectorSuite(databend, trials, async () => {
  const server = await startDatabend()
  const options = optionsOf(server)
  return {
    host,
    options,
    refused: { ...options, port: String(await freePort()) },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Databend', () => {
  let server: DatabendServer
  let stand: Stand
  beforeAll(async () => {
    server = await startDatabend()
    stand = {
      connector: databend,
      ground: { host, options: optionsOf(server) },
      backends: [],
    } as unknown as Stand
  })
  afterAll(() => server.stop())

  hostileValueTrials(() => stand, null)

  it('takes no part of an answer for the whole', async () => {
    const failure = await failureOf(runOn(stand, "select 'breaks off' as a", recordingSink()))
    expect(failure).toBeInstanceOf(QueryFailed)
    expect(String(failure)).toMatch(/connection to the server was lost/)
  })

  it('keeps settings between the statements of a text, and not longer', async () => {
    await runOn(stand, 'set max_threads = 2; select 1', recordingSink())
    expect(server.lastSession()).toMatchObject({ database: 'default', settings: { max_threads: '2' } })
    await runOn(stand, 'select 1', recordingSink())
    expect(server.lastSession()).toEqual({ database: 'default' })
  })

  it('gives a result without columns for a statement without one', async () => {
    const sink = recordingSink()
    await runOn(stand, 'create table without_result (a int)', sink)
    expect([sink.names, sink.cells]).toEqual([[], []])
  })

  it('tells what the server has read', async () => {
    const seen: RunProgress[] = []
    const sink = {
      ...recordingSink({ keepsCells: false }),
      progress: (progress: RunProgress) => seen.push(progress),
    }
    await runOn(stand, 'select 1', sink)
    expect(seen.at(-1)).toEqual({ rows: 10, bytes: 80 })
  })

  it.each([
    [{ port: '0' }, /^Port must be/],
    [{ host: 'a/b' }, /^Host must be/],
  ])('refuses wrong options (%#)', (change, message) => {
    expect(String(databend.validate?.({ ...optionsOf(server), ...change }))).toMatch(message)
  })

  it('says that it is another server', async () => {
    const { startLibsql } = await import('#test/live/http-sqlite-server.ts')
    const other = await startLibsql()
    const session = await openOn(stand, { ...optionsOf(server), port: new URL(other.url).port })
    const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
    await other.stop()
    expect(failure).toBeInstanceOf(ConnectionFailed)
  })
})
