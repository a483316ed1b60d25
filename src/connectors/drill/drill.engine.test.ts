import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerFetch } from '#server/kernel/index.ts'
import { type DrillServer, drillUser, startDrill } from '#test/live/drill-server.ts'
import { freePort } from '#test/test-postgres.ts'
import { ConnectionFailed, QueryFailed } from '../connector-errors.ts'
import { failureOf, openOn, runOn, type Stand } from '../connector-stand.ts'
import { connectorSuite } from '../connector-suite.ts'
import { type ConnectorTrials, oversizedCell, oversizedPlaces } from '../connector-trials.ts'
import { hostileValueTrials } from '../hostile-values.ts'
import { recordingSink } from '../recording-sink.ts'
import { drill } from './drill-connector.ts'

const host = { fetchServer: createServerFetch({ version: 'test' }) }
const count = (to: number) => `with recursive c(n) as (select 1 union all select n + 1 from c limit ${to})`

const trials: ConnectorTrials = {
  types: {
    text: `select '1' as \`a:INT\`, '2' as \`b:BIGINT\`, '1.5' as \`c:FLOAT8\`, '1.50' as \`d:VARDECIMAL(10, 2)\`, 'true' as \`e:BIT\`,
      'x' as \`f:VARCHAR(10)\`, x'00ff' as \`g:VARBINARY\`, '[1,2]' as \`h:LIST\`, '{"k":[1]}' as \`i:MAP\`, 'P1D' as \`j:INTERVALDAY\`,
      '[1]' as \`k:BIGINT\``,
    columns: [
      ['a', 'integer'],
      ['b', 'integer'],
      ['c', 'float'],
      ['d', 'float'],
      ['e', 'boolean'],
      ['f', 'string'],
      ['g', 'string'],
      ['h', null],
      ['i', null],
      ['j', 'string'],
      ['k', null],
    ],
    cells: [['1', '2', '1.5', '1.50', 'true', '"x"', '"00ff"', '[1,2]', '{"k":[1]}', '"P1D"', '[1]']],
  },
  nulls: {
    text: "select null as `a:BIGINT`, '' as b, null as `c:DATE`",
    columns: [
      ['a', 'integer'],
      ['b', 'string'],
      ['c', 'date'],
    ],
    cells: [['null', '""', 'null']],
  },
  empty: { text: 'select 1 as `a:INT` where 0', columns: [['a', 'integer']], cells: [] },
  duplicateNames: {
    text: 'select 1 as name, 2 as name, 3 as name',
    // the numbers are Drill's
    columns: [
      ['name', 'integer'],
      ['name0', 'integer'],
      ['name1', 'integer'],
    ],
    cells: [['1', '2', '3']],
  },
  bigNumbers: {
    text: "select 9223372036854775807 as a, '12345678901234567890.1234567890' as `b:VARDECIMAL(38, 10)`",
    columns: [
      ['a', 'integer'],
      ['b', 'float'],
    ],
    cells: [['9223372036854775807', '12345678901234567890.1234567890']],
  },
  dates: {
    text: "select '2024-01-02 03:04:05.123' as `a:TIMESTAMP`, '2024-02-29' as `b:DATE`, '23:59:58' as `c:TIME`",
    columns: [
      ['a', 'datetime'],
      ['b', 'date'],
      ['c', 'string'],
    ],
    cells: [['"2024-01-02T03:04:05.123"', '"2024-02-29"', '"23:59:58"']],
  },
  unicode: {
    text: "select '😀 e\u0301 \"quoted\" \\ ''' as a, '表' as `表`",
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
    message: /^PARSE ERROR: near "selct": syntax error at line 2, column 1\./,
    position: { line: 2, column: 3 },
  },
  withoutResult: null,
  lateError: {
    text: `${count(200_000)} select n, abs(case n when 150001 then -9223372036854775807 - 1 else n end) as b from c`,
    message: /SYSTEM ERROR: integer overflow/,
    position: null,
  },
  manyRows: `${count(100_000)} select n, 'row ' || n as text from c`,
  oversized: (place) =>
    `${count(3)} select n, case n when ${oversizedPlaces.indexOf(place) + 1} then hex(zeroblob(${oversizedCell / 2})) else 'small' end as cell from c`,
  slow: 'select /* hangs */ 1',
  endless: 'select /* endless */ 1',
  schema: [
    { name: 'cp.default.u', columns: [{ name: 'a', type: 'CHARACTER VARYING' }] },
    {
      name: 'dfs.tmp.t',
      columns: [
        { name: 'id', type: 'BIGINT' },
        { name: 'price', type: 'DECIMAL' },
      ],
    },
  ],
  lacks: { withoutResult: 'every statement that is accepted has a result' },
}

const optionsOf = ({ url }: DrillServer) => ({ url: `${url}/`, ...drillUser })

connectorSuite(drill, trials, async () => {
  const server = await startDrill()
  const options = optionsOf(server)
  return {
    host,
    options,
    refused: { ...options, url: `http://127.0.0.1:${await freePort()}` },
    wrongPassword: { ...options, password: 'wrong-password' },
    running: async () => server.running(),
    stop: server.stop,
  }
})

describe('Drill', () => {
  let server: DrillServer
  let stand: Stand
  beforeAll(async () => {
    server = await startDrill()
    stand = {
      connector: drill,
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

  it('shows texts where an old server sends no types first', async () => {
    const sink = recordingSink()
    await runOn(stand, "select /* old */ 1 as a, 'x' as b, null as c", sink)
    expect([sink.types, sink.cells]).toEqual([['string', 'string', 'string'], [['"1"', '"x"', 'null']]])
  })

  it('lists the schemas that are allowed', async () => {
    const session = await openOn(stand, { ...optionsOf(server), allowed_schemas: "dfs.tmp, other', x" })
    const tables = await session.tables(AbortSignal.timeout(5000))
    expect(tables?.map(({ name }) => name)).toEqual(['dfs.tmp.t'])
  })

  it('names a wrong address', async () => {
    const session = await openOn(stand, { ...optionsOf(server), url: `${server.url}/other` })
    const failure = await failureOf(session.ping(AbortSignal.timeout(5000)))
    expect(failure).toBeInstanceOf(ConnectionFailed)
    expect(String(failure)).toMatch(/Drill API returned unexpected status code 404/)
  })

  it.each(['nothing', 'ftp://127.0.0.1', 'https://user:secret@127.0.0.1'])(
    'refuses the address %s',
    (url) => {
      expect(String(drill.validate?.({ ...optionsOf(server), url }))).toMatch(/^Drill URL must/)
    },
  )
})
